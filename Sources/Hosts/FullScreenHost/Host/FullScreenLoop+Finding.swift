import ChatApp
import ChatSession
import ChatStore
import ChatTypes
import TerminalHost

/// What is looked for among all chats, of which the list holds a window only.
extension FullScreenLoop {
    mutating func find(_ effect: ModelEffect) async {
        do {
            switch effect {
            case .openContact(let name):
                let chat = try await world.application.session.chat(withContactNamed: name)
                await open(chat, else: model.noChat(named: name))
            case .openNumber(let number):
                let chats = try await world.application.session.read { try $0.chats(offset: number - 1, limit: 1) }
                await open(chats.first?.id, else: "There is no chat \(number)")
            case .openUnread(let open):
                // Nothing is looked for where nothing can be found.
                let next =
                    model.badge == 0
                    ? nil : try await world.application.session.read { try $0.firstUnreadChat(besides: open) }
                await self.open(next, else: "Nothing else is unread")
            case .findChats(let text):
                let chats = try await world.application.session.read { try $0.foundChats(text) }
                await perform(model.handle(.foundChats(chats, for: text)))
            default: break
            }
        } catch {
            await perform(model.handle(.notice(Failure.text(of: error))))
        }
    }

    private mutating func open(_ chat: ChatID?, else notice: String) async {
        guard let chat else { return await perform(model.handle(.notice(notice))) }
        await perform(model.open(chat))
    }
}

extension ChatReader {
    /// As many as a person looks through.
    fileprivate func foundChats(_ text: String) throws -> [FoundChat] {
        let limit = 50
        if text.allSatisfy(\.isWhitespace) {
            return try chats(limit: limit).map {
                FoundChat(chat: $0.id, title: $0.contact.name, unreadCount: $0.unreadCount)
            }
        }
        return try chats(named: text, limit: limit).map {
            FoundChat(chat: $0.chat, title: $0.contact.name, unreadCount: $0.unreadCount)
        }
    }
}
