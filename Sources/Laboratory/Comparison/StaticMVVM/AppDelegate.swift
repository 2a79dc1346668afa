import ChatSession
package import PhoneKit

/// The app delegate. It shows the first screen, and passes what the system reports to statics.
package final class AppDelegate: PhoneApp {
    private let process: AppProcess

    package init(_ context: AppContext) {
        process = AppProcess(context)
    }

    package func didFinishLaunching() {
        let (session, queue) = (process.context.session, process.context.queue)
        BaseNavigationViewController.pushViewController(ChatsViewController())
        queue.run { await session.run() }
        queue.followNews(of: session) { PushNotificationController.received(notification: $0) }
    }

    package func setActive(_ isActive: Bool) {
        process.context.session.setFocus(isActive)
    }

    package func significantTimeDidChange() {
        ChatEventHandler.updateAllChatLists()
        MessageEventHandler.updateAllChats()
    }
}
