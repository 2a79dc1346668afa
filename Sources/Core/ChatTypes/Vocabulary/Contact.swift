import Foundation

/// A person one can chat with.
public struct Contact: Hashable, Codable, Sendable, Identifiable {
    /// The server's, for a person or for a group.
    public let id: ContactID
    /// What the server calls them by now; several may have the same. Cut to `Limits.nameCharacters` before it is kept.
    public let name: String

    public init(id: ContactID, name: String) {
        self.id = id
        self.name = name
    }

    /// Whether each word of `text` begins some word of the name, whatever the case and the diacritics.
    ///
    /// An empty text matches every name. Cost: linear in both lengths.
    public func matches(_ text: String) -> Bool {
        Self.match(Self.words(of: name), Self.words(of: text))
    }

    /// Whether each word that is sought begins some word of a name, both as they are compared.
    package static func match(_ words: [Substring], _ sought: [Substring]) -> Bool {
        sought.allSatisfy { sought in words.contains { $0.hasPrefix(sought) } }
    }

    /// As they are compared: whatever the case and the diacritics.
    package static func words(of text: String) -> [Substring] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }
    }
}

extension Sequence<Contact> {
    /// Those any word of whose name begins as typed, at most `limit`: those whose whole name does come first, then by name.
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
    /// Whatever the case and the diacritics.
    fileprivate func begins(with text: String) -> Bool {
        range(of: text, options: [.anchored, .caseInsensitive, .diacriticInsensitive]) != nil
    }
}

/// A contact's picture, as it came: the bytes have not been looked into.
public struct Picture: Hashable, Sendable {
    /// As the server says, such as `image/png`; empty where it says none.
    public let mediaType: String
    /// A picture of more than `Limits.pictureBytes` is not taken.
    public let bytes: [UInt8]

    public init(mediaType: String, bytes: [UInt8]) {
        self.mediaType = mediaType
        self.bytes = bytes
    }
}
