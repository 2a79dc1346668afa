import ChatSession
import ChatStore
import ChatTypes

extension FoundChats {
    /// The most chats that are found.
    private static let limit = 50

    /// Finds chats by name, the newest if the text is blank; nil if the history cannot be read.
    init?(_ text: String, in session: Session) async {
        let limit = Self.limit
        let chats = try? await session.read { reader -> [Chat] in
            guard !text.allSatisfy(\.isWhitespace) else {
                return try reader.chats(limit: limit).map {
                    Chat(id: $0.id, title: $0.contact.name.told(from: $0.distinction), unreadCount: $0.unreadCount)
                }
            }
            return try reader.chats(named: text, limit: limit).map {
                Chat(id: $0.chat, title: $0.contact.name.told(from: $0.distinction), unreadCount: $0.unreadCount)
            }
        }
        guard let chats else { return nil }
        self.init(text: text, chats: chats)
    }
}

extension FoundMessages {
    /// The most messages that are found.
    private static let limit = 1000

    /// Finds messages of a part of a chat by text; nil if the history cannot be read.
    init?(_ text: String, in chat: ChatID, _ part: TimelinePart, _ session: Session) async {
        let found = try? await session.read { try $0.messages(in: chat, matching: text, limit: Self.limit, part: part) }
        guard let found else { return nil }
        self.init(text: text, chat: chat, messages: found)
    }
}

extension String {
    /// Returns the name with the ID that tells it from others, if there are any.
    fileprivate func told(from distinction: String?) -> String { self + (distinction.map { " (\($0))" } ?? "") }
}
