package import ChatTypes

/// The name of a chat, which anybody may have chosen, and the chat's ID.
package struct ChatName: Hashable, Sendable {
    package let name: String
    /// Nil where the ID is not known.
    package let id: ChatID?

    package init(_ name: String, _ id: ChatID?) { (self.name, self.id) = (name, id) }
}

extension ChatName {
    /// The words after the name that say for which account a notification is; empty in an app with one account.
    package var forAccount: String { account.map { " for \($0)" } ?? "" }

    /// The words after the name of a chat on screen that say as whom the user writes; empty in an app with one account.
    package var asAccount: String { account.map { " as \($0)" } ?? "" }

    private var account: String? { id?.account.map { TerminalText.oneLine($0.rawValue) } }
}

extension ChatName: ExpressibleByStringLiteral {
    package init(stringLiteral name: String) { self.init(name, nil) }
}

/// Encodes the keys `contact`, `chat` and, where several accounts are shown, `account` of an event.
extension ChatName: Encodable {
    private enum Key: String, CodingKey { case contact, chat, account }

    package func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        try line.encode(name, forKey: .contact)
        try line.encodeIfPresent(id?.rawValue, forKey: .chat)
        try line.encodeIfPresent(id?.account, forKey: .account)
    }
}
