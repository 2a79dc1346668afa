import Foundation

/// A name to chat with, judged: the one place that says which names can be borne, and which are the same.
public struct ContactName: Hashable, Sendable {
    /// Why a name cannot be used.
    public enum Fault: Error, Hashable, Sendable {
        /// There is nothing in it but white space.
        case empty
        /// It has more characters, or far more bytes, than are taken.
        case tooLong(limit: Int)
        /// It holds controls, line breaks, or marks that change the direction of text.
        case unprintable
    }

    /// As a person counts them.
    public static let characterLimit = 100
    /// A single character may carry any number of combining marks: bytes need a limit of their own.
    public static let byteLimit = 4000

    /// Without the white space around it.
    public let text: String
    /// Nil when the name can be used.
    public let fault: Fault?

    public init(_ typed: String) {
        text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        fault =
            if text.isEmpty {
                .empty
            } else if text.utf8.count > Self.byteLimit || text.count > Self.characterLimit {
                .tooLong(limit: Self.characterLimit)
            } else if text.unicodeScalars.contains(where: \.isUnprintable) {
                .unprintable
            } else {
                nil
            }
    }

    /// Equal for all spellings that mean the same person.
    public var key: String { Self.key(of: text) }

    /// The same for all spellings of a name: whatever its case, and however its accents are encoded.
    ///
    /// Accents themselves tell people apart: José is not Jose.
    public static func key(of name: String) -> String {
        name.folding(options: .caseInsensitive, locale: nil).precomposedStringWithCanonicalMapping
    }
}

extension Unicode.Scalar {
    /// A name made of them could pose as another.
    var isUnprintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: properties.isBidiControl
        }
    }
}
