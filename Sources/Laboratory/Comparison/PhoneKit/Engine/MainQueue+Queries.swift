public import ChatSession
public import OneThread
public import Transport

extension MainQueue {
    /// Hands each newest answer over on this thread, until the work is cancelled.
    @discardableResult
    public func follow<Request, Answer>(
        _ query: LiveQuery<Request, Answer>,
        receive: @escaping (Answer) -> Void
    ) -> Work {
        start({ post in await query.follow { await post($0) } }, receive: receive)
    }

    /// Hands over each message to tell the person of, until the work is cancelled.
    @discardableResult
    public func followNews(of session: Session, receive: @escaping (ChatNotification) -> Void) -> Work {
        start { post in
            await session.announce { await post($0) }
        } receive: { notification in
            // The chat may have been opened on its way here.
            if !session.attention.isOn(notification.chat.id) { receive(notification) }
        }
    }

    /// Does something that goes on until the work is cancelled.
    @discardableResult
    public func run(_ body: @escaping @Sendable () async -> Void) -> Work {
        start({ (_: @escaping @Sendable (Never) async -> Void) in await body() }, receive: { _ in })
    }
}
