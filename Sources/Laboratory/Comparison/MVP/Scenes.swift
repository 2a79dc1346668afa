import ChatSession
import ChatTypes
import OneThread
import PhoneKit
import RuntimeKit

/// A factory of scenes, each a view controller with its presenter.
struct Scenes {
    let session: Session
    let environment: ChatEnvironment
    let queue: MainQueue

    func chatList() -> ViewController {
        let presenter = ChatListPresenter(
            session: session,
            environment: environment,
            pageSize: AppContext.pageSize,
            queue: queue
        )
        return ChatListViewController(presenter: presenter, scenes: self)
    }

    func form() -> ViewController {
        CreateChatViewController(presenter: CreateChatPresenter(session: session, queue: queue), scenes: self)
    }

    func chat(_ chat: ChatID) -> ViewController {
        let presenter = ChatPresenter(
            chat: chat,
            session: session,
            environment: environment,
            pageSize: AppContext.pageSize,
            queue: queue
        )
        return ChatViewController(presenter: presenter)
    }
}
