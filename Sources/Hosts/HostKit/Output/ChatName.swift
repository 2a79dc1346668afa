package import ChatTypes

/// The name of a chat, which anybody may have chosen, and the chat's ID.
package struct ChatName: Hashable, Sendable {
    package let name: String
    /// Nil where the ID is not known.
    package let id: ChatID?

    package init(_ name: String, _ id: ChatID?) { (self.name, self.id) = (name, id) }
}

extension ChatName: ExpressibleByStringLiteral {
    package init(stringLiteral name: String) { self.init(name, nil) }
}

/// Encodes the keys `contact` and `chat` of an event.
extension ChatName: Encodable {
    private enum Key: String, CodingKey { case contact, chat }

    package func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        try line.encode(name, forKey: .contact)
        try line.encodeIfPresent(id?.rawValue, forKey: .chat)
    }
}
