package import Chat
package import ChatDetails
package import ChatList
import ChatSession
import ChatTypes
package import CreateChat
package import PinnedMessages
import ScreenKit
package import SharedPictures
package import Verification

/// The model of each screen.
package struct ScreenModels: Sendable {
    package var chatList: any ChatListModel
    package var createChat: any CreateChatModel
    package var chat: any ChatModel
    package var details: any ChatDetailsModel
    package var pictures: any SharedPicturesModel
    package var pins: any PinnedMessagesModel
    package var verification: any VerificationModel

    /// Uses the session as the model of every screen.
    init(_ session: Session) {
        (chatList, createChat, chat, details, pictures) = (session, session, session, session, session)
        (pins, verification) = (session, session)
    }
}

extension Navigation {
    /// Returns the module of a screen, which works for the screen's account alone.
    func module(of screen: AppScreen, atDepth depth: Int) -> AppModule {
        let account = accounts.account(on: screen)
        let name = screen == .chatList ? nil : account.name
        let navigation = ScreenNavigation(depth: depth, account: name, requests: requests)
        var models = account.models
        if screen == .chatList { models.chatList = accounts.chatList }
        return assemble(screen.of(name), navigation, models, account.session)
    }

    /// Joins a screen to its model, which knows its chat without the account, and its routes to the stack.
    private func assemble(
        _ screen: AppScreen,
        _ navigation: ScreenNavigation,
        _ models: ScreenModels,
        _ session: Session
    ) -> AppModule {
        switch screen {
        case .chatList:
            let router = navigation.router { (route: ChatListRoute) in
                switch route {
                case .chat(let chat, let message): .push(.chat(chat, at: message))
                case .pictures(let chat): .push(.pictures(of: chat))
                case .details(let chat): .push(.details(of: chat))
                case .createChat: .push(.createChat)
                }
            }
            return .chatList(ChatListModule(model: models.chatList, router: router, environment: environment))
        case .createChat:
            let router = navigation.router { (route: CreateChatRoute) in
                switch route {
                case .chat(let chat): .replace(.chat(chat))
                case .leave: .pop
                }
            }
            return .createChat(CreateChatModule(model: models.createChat, router: router))
        case .chat(let chat, let message):
            let module = ChatModule(
                chat: chat.of(nil),
                showing: message,
                model: models.chat,
                router: router(of: chat, navigation),
                environment: environment
            )
            return .chat(module, of: chat)
        case .thread(let root, let chat, let message):
            return thread(.thread(root), of: chat, showing: message, navigation, models, session)
        case .threads(let chat): return thread(.threads, of: chat, navigation, models, session)
        case .details(let chat):
            let router = navigation.router { (route: ChatDetailsRoute) in
                switch route {
                case .verification: .push(.verification)
                case .leave: .pop
                }
            }
            let module = ChatDetailsModule(
                chat: chat.of(nil),
                model: models.details,
                router: router,
                environment: environment
            )
            return .details(module, of: chat)
        case .pictures(let chat):
            let router = navigation.router { (route: SharedPicturesRoute) in
                switch route {
                case .message(let message): .push(.chat(chat, at: message))
                case .leave: .pop
                }
            }
            let module = SharedPicturesModule(
                chat: chat.of(nil),
                model: models.pictures,
                router: router,
                environment: environment
            )
            return .pictures(module, of: chat)
        case .pins(let chat):
            let router = navigation.router { (route: PinnedMessagesRoute) in
                switch route {
                case .message(let message): .push(.chat(chat, at: message))
                case .leave: .pop
                }
            }
            let module = PinnedMessagesModule(chat: chat.of(nil), model: models.pins, router: router)
            return .pins(module, of: chat)
        case .verification:
            let router = navigation.router { (route: VerificationRoute) in
                switch route {
                case .leave: .pop
                }
            }
            return .verification(VerificationModule(model: models.verification, router: router))
        }
    }

    /// Joins the screen of a thread, or of all threads, to the chat's model and to the messages of that part.
    private func thread(
        _ part: TimelinePart,
        of chat: ChatID,
        showing message: MessageID? = nil,
        _ navigation: ScreenNavigation,
        _ models: ScreenModels,
        _ session: Session
    ) -> AppModule {
        let module = ChatModule(
            chat: chat.of(nil),
            showing: message,
            model: models.chat,
            timeline: ThreadTimeline(session: session, part: part),
            router: router(of: chat, navigation),
            environment: environment
        )
        return .thread(module, part, of: chat)
    }

    private func router(of chat: ChatID, _ navigation: ScreenNavigation) -> some Router<ChatRoute> {
        navigation.router { (route: ChatRoute) in
            switch route {
            case .details: .push(.details(of: chat))
            case .pictures: .push(.pictures(of: chat))
            case .pins: .push(.pins(of: chat))
            case .verification: .push(.verification)
            case .thread(let root): .push(.thread(root, of: chat))
            case .threads: .push(.threads(of: chat))
            case .leave: .pop
            }
        }
    }
}
