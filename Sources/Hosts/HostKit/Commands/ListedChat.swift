package import ChatSession
package import ChatTypes

/// A change of a chat in the list, which is made without opening the chat: opening reads it.
package enum ListedChatChange: Equatable, Sendable {
    case notify(NotificationMode)
    case set(ChatMark, Bool)
    /// Marks all its messages as read.
    case markRead
    /// Sends failed messages again, and tries at once what waits.
    case resend
    case setMembership(ChatMembership)
}

/// Changes of chats that are not open, for any terminal host.
package struct ListedChat: Sendable {
    private let session: Session

    package init(_ session: Session) { self.session = session }

    /// Changes a chat, which the list then shows. Returns the reason why nothing changed; nil if it did.
    package func perform(_ change: ListedChatChange, on chat: ChatID) async -> String? {
        do {
            switch change {
            case .notify(let mode): try await session.setNotifications(mode, in: chat)
            case .set(let mark, let isSet): try await session.set(mark, to: isSet, in: chat)
            case .markRead: try await session.markAllRead(in: chat)
            case .resend: try await session.resendAll(in: chat)
            case .setMembership(let membership): try await session.setMembership(membership, in: chat)
            }
            return nil
        } catch {
            return FailureText.text(of: error)
        }
    }
}
