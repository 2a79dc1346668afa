import ChatSession
package import ChatTypes
package import PhoneKit

/// The app delegate. It shows the first screen, the badge and notifications, and forwards app-wide events.
package final class AppDelegate: PhoneApp {
    private let context: AppContext
    private let notices: NoticeStore

    package init(_ context: AppContext) {
        self.context = context
        notices = NoticeStore(socket: context.noticeSocket, queue: context.queue)
        notices.delegate = self
    }

    package func didFinishLaunching() {
        let (session, queue, window) = (context.session, context.queue, context.window)
        window.navigation.push(
            InboxViewController(
                session: session,
                environment: context.environment,
                strategy: context.strategy,
                queue: queue,
                notices: notices
            )
        )
        queue.run { await session.run() }
        queue.follow(session.unreadTotal(context.strategy)) { if let count = $0 { window.badge = count } }
        queue.followNews(of: session) { [weak self] in self?.announce($0) }
    }

    package func setActive(_ isActive: Bool) {
        context.session.setFocus(isActive)
    }

    package func significantTimeDidChange() {
        for case let controller as any TimeShowing in context.window.navigation.viewControllers {
            controller.timeTextsDidChange()
        }
    }

    package func didReceive(_ notice: ServiceNotice) {
        notices.add(notice)
    }

    private func announce(_ notification: ChatNotification) {
        let message = notification.message
        let text = previewText(of: message.text, imageCount: message.imageCount)
        let said = notification.senderName.map { "\($0): \(text)" } ?? text
        context.window.banners.append(Window.Banner(title: notification.chat.contact.name, text: said))
    }
}

extension AppDelegate: NoticeStoreDelegate {
    func noticeStore(_ store: NoticeStore, didAddNoticeIn chat: ChatID) {
        for case let controller as any NoticeShowing in context.window.navigation.viewControllers {
            controller.noticesDidChange(in: chat)
        }
    }
}

/// A controller whose screen shows notices of the service.
protocol NoticeShowing {
    func noticesDidChange(in chat: ChatID)
}

/// A controller whose screen shows relative times such as "Yesterday".
protocol TimeShowing {
    func timeTextsDidChange()
}
