import Foundation
import RuntimeKit

/// The name of a person to chat with, validated. Decides which names are allowed and which spellings mean the same
/// person.
public struct ContactName: Hashable, Sendable {
    /// The reason why a name cannot be used.
    public enum NameError: Error, Hashable, Sendable {
        /// The name contains only white space.
        case empty
        /// The name has too many characters, or far too many bytes.
        case tooLong(limit: Int)
        /// The name contains controls, line breaks, or marks that change the direction of text.
        case unprintable
    }

    /// The limit in characters as people count them.
    public static let characterLimit = 100
    /// The limit in bytes, because a single character may have any number of combining marks.
    public static let byteLimit = 4000

    /// The name without surrounding white space.
    public let text: String
    /// The reason why the name cannot be used; nil for a valid name.
    public let error: NameError?

    public init(_ typed: String) {
        text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        error =
            if MatrixLink(text) != nil {
                nil
            } else if text.isEmpty {
                .empty
            } else if text.utf8.count > Self.byteLimit || text.count > Self.characterLimit {
                .tooLong(limit: Self.characterLimit)
            } else if text.unicodeScalars.contains(where: \.isLayoutControl) {
                .unprintable
            } else {
                nil
            }
    }

    /// A key that is equal for all spellings of the same person's name.
    public var key: String { Self.key(of: text) }

    /// Returns a key that ignores case and the encoding of accents.
    ///
    /// Accents themselves distinguish people: José is not Jose.
    public static func key(of name: String) -> String {
        name.folding(options: .caseInsensitive, locale: nil).precomposedStringWithCanonicalMapping
    }
}
