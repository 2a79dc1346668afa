import ChatSession
import ChatTypes
import OneThread
package import PhoneKit
import RuntimeKit

/// The app delegate. It shows the first screen, the badge and notifications, and forwards app-wide events.
package final class AppDelegate: PhoneApp {
    private let context: AppContext

    package init(_ context: AppContext) {
        self.context = context
    }

    package func didFinishLaunching() {
        let (session, queue, window) = (context.session, context.queue, context.window)
        window.navigation.push(Screens(context).list())
        queue.run { await session.run() }
        queue.follow(session.unreadCounts()) { if let count = $0 { window.badge = count } }
        queue.followNews(of: session) { window.banners.append(Window.Banner($0)) }
    }

    package func setActive(_ isActive: Bool) {
        context.session.setFocus(isActive)
    }

    package func significantTimeDidChange() {
        for case let controller as any TimeShowing in context.window.navigation.viewControllers {
            controller.timeTextsDidChange()
        }
    }
}

/// The screens, each a controller with a view model from the session.
struct Screens {
    let session: Session
    let environment: ChatEnvironment
    let queue: MainQueue

    init(_ context: AppContext) {
        (session, environment, queue) = (context.session, context.environment, context.queue)
    }

    func list() -> ViewController {
        ChatListViewController(SessionChatList(session: session, environment: environment, queue: queue), screens: self)
    }

    func form() -> ViewController {
        CreateChatViewController(SessionForm(session: session, queue: queue), screens: self)
    }

    func chat(_ chat: ChatID) -> ViewController {
        ChatViewController(SessionChat(chat: chat, session: session, environment: environment, queue: queue))
    }
}

/// A controller whose screen shows relative times such as "Yesterday".
protocol TimeShowing {
    func timeTextsDidChange()
}
