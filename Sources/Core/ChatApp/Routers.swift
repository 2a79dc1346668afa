import Chat
import ChatList
import CreateChat
import ScreenKit
import Transport

/// Where a screen wants to go on the stack.
enum Move: Sendable {
    case push(AppScreen)
    case replace(AppScreen)
    case pop

    /// What it means on a screen; nil when nothing is to be done.
    ///
    /// The list is always there: what would take its place goes above it. A chat that is on top is not opened once more, and at
    /// another of its messages in its own place: what is typed there has one field.
    func on(_ screen: AppScreen) -> Move? {
        switch (self, screen) {
        case (.replace(let next), .chatList): .push(next)
        case (.push(let next), .chat(let chat, _)) where next == .chat(chat),
            (.replace(let next), .chat(let chat, _)) where next == .chat(chat):
            nil
        case (.push(let next), .chat(let chat, _)) where next.chat == chat: .replace(next)
        default: self
        }
    }
}

/// What the list's routes mean on the stack.
struct ChatListRouter: Router {
    let moves: Mailbox<Move>

    func follow(_ route: ChatListRoute) {
        switch route {
        case .chat(let chat, let message): moves.post(.push(.chat(chat, at: message)))
        case .createChat: moves.post(.push(.createChat))
        }
    }
}

/// What the form's routes mean on the stack: a chat that was made takes the form's place.
struct CreateChatRouter: Router {
    let moves: Mailbox<Move>

    func follow(_ route: CreateChatRoute) {
        switch route {
        case .chat(let chat): moves.post(.replace(.chat(chat)))
        case .leave: moves.post(.pop)
        }
    }
}

/// What a chat's routes mean on the stack.
struct ChatRouter: Router {
    let moves: Mailbox<Move>

    func follow(_ route: ChatRoute) {
        switch route {
        case .leave: moves.post(.pop)
        }
    }
}
