public import ChatSession
import ChatTypes
public import OneThread
public import RuntimeKit

extension MainQueue {
    /// Delivers each new answer of a query on this thread, until the work is cancelled.
    @discardableResult
    public func follow<Request, Answer>(
        _ query: LiveQuery<Request, Answer>,
        receive: @escaping (Answer) -> Void
    ) -> Work {
        start({ post in await query.follow { await post($0) } }, receive: receive)
    }

    /// Delivers each message that requires a notification, until the work is cancelled.
    @discardableResult
    public func followNews(of session: Session, receive: @escaping (ChatNotification) -> Void) -> Work {
        start { post in
            await session.showNotifications { await post($0) }
        } receive: { notification in
            // The chat may have been opened while the notification was on its way.
            if !session.focus.isOn(notification.chat.id) { receive(notification) }
        }
    }

    /// Runs an operation until the work is cancelled.
    @discardableResult
    public func run(_ body: @escaping @Sendable () async -> Void) -> Work {
        start({ (_: @escaping @Sendable (Never) async -> Void) in await body() }, receive: { _ in })
    }
}
