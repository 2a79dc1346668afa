import Foundation
import RuntimeKit

/// A person to chat with.
public struct Contact: Hashable, Codable, Sendable, Identifiable {
    /// The server's ID for a person or a group.
    public let id: ContactID
    /// The current name on the server; several contacts may share it. Cut to `Limits.nameCharacters` before it is
    /// stored.
    public let name: String

    public init(id: ContactID, name: String) {
        self.id = id
        self.name = name
    }

    /// Whether a typed text is the ID or, unless it has the form of an ID, the name.
    package func goes(by text: String) -> Bool {
        id.rawValue.hasBytes(of: text)
            || !text.isMatrixID && ContactName(name).key.hasBytes(of: ContactName(text).key)
    }

    /// Whether each word of `text` begins a word of the name, ignoring case and diacritics.
    ///
    /// An empty text matches every name. Cost: linear in both lengths.
    public func matches(_ text: String) -> Bool {
        Self.match(Self.words(of: name), Self.words(of: text))
    }

    /// Whether each sought word begins a word of a name. Both are given in their form for comparison.
    package static func match(_ words: [Substring], _ sought: [Substring]) -> Bool {
        sought.allSatisfy { sought in words.contains { $0.hasPrefix(sought) } }
    }

    /// Returns the words in their form for comparison (see `SearchFolding`).
    package static func words(of text: String) -> [Substring] { text.foldedWords.map { $0[...] } }
}

extension Sequence<Contact> {
    /// Returns at most `limit` contacts with a word that begins as typed. Sorts those whose whole name does first,
    /// then by name.
    public func suggestions(for name: ContactName, limit: Int) -> [Contact] {
        let ranked = filter { $0.matches(name.text) }
            .map { (isPrefix: $0.name.begins(with: name.text), contact: $0) }
            .sorted { left, right in
                if left.isPrefix != right.isPrefix { return left.isPrefix }
                return (left.contact.name, left.contact.id) < (right.contact.name, right.contact.id)
            }
        return ranked.prefix(limit).map(\.contact)
    }
}

extension String {
    /// Compares without case and diacritics.
    fileprivate func begins(with text: String) -> Bool {
        range(of: text, options: [.anchored, .caseInsensitive, .diacriticInsensitive]) != nil
    }
}

/// A contact's picture as it arrived. Its bytes are not checked.
public struct Picture: Hashable, Sendable {
    /// The type that the server states, such as `image/png`; empty without one.
    public let mediaType: String
    /// The picture's bytes; pictures over `Limits.pictureBytes` are ignored.
    public let bytes: [UInt8]

    public init(mediaType: String, bytes: [UInt8]) {
        self.mediaType = mediaType
        self.bytes = bytes
    }
}
