import ChatApp
import ChatSession
import ChatStore
import ChatTypes
import Foundation

extension FoundChat {
    /// Finds the chats of all accounts for the switcher.
    static func all(_ text: String, in accounts: [AppAccount]) async throws -> [FoundChat] {
        var found: [FoundChat] = []
        for account in accounts {
            found += try await account.session.read { try $0.foundChats(text) }.map { $0.of(account.name) }
        }
        return accounts.count > 1 ? ofSeveralAccounts(found) : found
    }

    /// Returns chats of several accounts in one order, the newest first; a chat names its account where another's looks the same.
    static func ofSeveralAccounts(_ found: [FoundChat]) -> [FoundChat] {
        let owners = Dictionary(grouping: found) { NameLook.key(of: $0.title) }
            .mapValues { Set($0.map(\.chat.account)).count }
        return found.sorted { $0.time > $1.time }.prefix(FoundChat.limit).map { chat in
            owners[NameLook.key(of: chat.title), default: 0] > 1 ? chat.signed() : chat
        }
    }
}

extension ChatReader {
    /// The chats for the switcher: at most 50, the newest first if the text is blank.
    fileprivate func foundChats(_ text: String) throws -> [FoundChat] {
        let limit = FoundChat.limit
        if text.allSatisfy(\.isWhitespace) {
            return try chats(limit: limit).map {
                // Its state tells a replaced room from its successor.
                let mark = $0.standing.state == .replaced ? " (old room)" : ""
                let time = $0.newest?.time ?? $0.activity
                return FoundChat($0.id, $0.contact.name + mark, $0.distinction, unreadCount: $0.unreadCount, time)
            }
        }
        return try chats(named: text, limit: limit).map {
            FoundChat($0.chat, $0.contact.name, $0.distinction, unreadCount: $0.unreadCount, $0.time)
        }
    }
}

extension FoundChat {
    fileprivate static let limit = 50

    fileprivate init(_ chat: ChatID, _ name: String, _ distinction: String?, unreadCount: Int, _ time: Date) {
        let title = name + (distinction.map { " (\($0))" } ?? "")
        self.init(chat: chat, title: title, unreadCount: unreadCount, time: time)
    }

    /// Returns the chat for an app with several accounts.
    fileprivate func of(_ account: AccountName?) -> FoundChat {
        FoundChat(chat: chat.of(account), title: title, unreadCount: unreadCount, time: time)
    }

    /// Returns the chat with the name of its account.
    fileprivate func signed() -> FoundChat {
        var chat = self
        if let account = chat.chat.account { chat.title += " (\(account))" }
        return chat
    }
}
