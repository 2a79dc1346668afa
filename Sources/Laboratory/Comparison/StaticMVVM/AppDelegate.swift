import ChatSession
package import PhoneKit

/// The app delegate. It shows the first screen, and passes what the system reports to statics.
///
/// This architecture is the article's, as literally as Swift 6 and this comparison allow. The liberties are: each
/// simulated process has statics of its own (`AppProcess`); lists and chats are read by the session's queries instead of
/// from memory; the session decides which messages require a notification; and listeners are held weakly, which the
/// article intends.
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
