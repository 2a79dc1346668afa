import ChatSession
import ChatTypes
package import PhoneKit

/// The app delegate. It shows the first scene, the badge and notifications, and forwards app-wide events.
package final class AppDelegate: PhoneApp {
    private let context: AppContext

    package init(_ context: AppContext) {
        self.context = context
    }

    package func didFinishLaunching() {
        let (session, queue, window) = (context.session, context.queue, context.window)
        let scenes = Scenes(session: session, environment: context.environment, queue: queue)
        window.navigation.push(scenes.chatList())
        queue.run { await session.run() }
        queue.follow(session.unreadCounts()) { if let count = $0 { window.badge = count } }
        queue.followNews(of: session) { window.banners.append(Window.Banner($0)) }
    }

    package func setActive(_ isActive: Bool) {
        context.session.setFocus(isActive)
    }

    package func significantTimeDidChange() {
        for case let view as any TimeViewing in context.window.navigation.viewControllers {
            view.redrawAllRows()
        }
    }
}
