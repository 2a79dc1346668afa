package import Chat
package import ChatDetails
package import ChatList
import ChatSession
import ChatTypes
package import CreateChat
import ScreenKit

/// The model as each screen sees it.
package struct ScreenModels: Sendable {
    package var chatList: any ChatListModel
    package var createChat: any CreateChatModel
    package var chat: any ChatModel
    package var details: any ChatDetailsModel

    /// The session is the model of them all.
    init(_ session: Session) {
        (chatList, createChat, chat, details) = (session, session, session, session)
    }
}

extension Navigation {
    /// Joins a screen's three parts on their model.
    func assemble(_ screen: AppScreen, _ moves: ScreenNavigation) -> AppModule {
        switch screen {
        case .chatList:
            let router = ChatListRouter(moves: moves)
            return .chatList(ChatListModule(model: models.chatList, router: router, environment: environment))
        case .createChat:
            return .createChat(CreateChatModule(model: models.createChat, router: CreateChatRouter(moves: moves)))
        case .chat(let chat, let message):
            let module = ChatModule(
                chat: chat,
                showing: message,
                model: models.chat,
                router: ChatRouter(chat: chat, moves: moves),
                environment: environment
            )
            return .chat(module, of: chat)
        case .details(let chat):
            let router = ChatDetailsRouter(moves: moves)
            let module = ChatDetailsModule(
                chat: chat,
                model: models.details,
                router: router,
                environment: environment
            )
            return .details(module, of: chat)
        }
    }
}

/// What the list's routes mean on the stack.
struct ChatListRouter: Router {
    let moves: ScreenNavigation

    func follow(_ route: ChatListRoute) {
        switch route {
        case .chat(let chat, let message): moves.post(.push(.chat(chat, at: message)))
        case .createChat: moves.post(.push(.createChat))
        }
    }
}

/// What the form's routes mean on the stack: a chat that was made takes the form's place.
struct CreateChatRouter: Router {
    let moves: ScreenNavigation

    func follow(_ route: CreateChatRoute) {
        switch route {
        case .chat(let chat): moves.post(.replace(.chat(chat)))
        case .leave: moves.post(.pop)
        }
    }
}

/// What a chat's routes mean on the stack.
struct ChatRouter: Router {
    let chat: ChatID
    let moves: ScreenNavigation

    func follow(_ route: ChatRoute) {
        switch route {
        case .leave: moves.post(.pop)
        case .details: moves.post(.push(.details(of: chat)))
        }
    }
}

/// What the routes of a chat's details mean on the stack.
struct ChatDetailsRouter: Router {
    let moves: ScreenNavigation

    func follow(_ route: ChatDetailsRoute) {
        switch route {
        case .leave: moves.post(.pop)
        }
    }
}
