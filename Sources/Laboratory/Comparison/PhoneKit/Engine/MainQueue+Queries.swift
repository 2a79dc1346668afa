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

    /// Hands over each value that is put into a mailbox, in order, until the work is cancelled.
    @discardableResult
    public func follow<Value>(_ mailbox: Mailbox<Value>, receive: @escaping (Value) -> Void) -> Work {
        start(
            { post in
                while true {
                    let values = await mailbox.takeAll()
                    if values.isEmpty { return }
                    for value in values { await post(value) }
                }
            },
            receive: receive
        )
    }

    /// Does something that goes on until the work is cancelled.
    @discardableResult
    public func run(_ body: @escaping @Sendable () async -> Void) -> Work {
        start({ (_: @escaping @Sendable (Never) async -> Void) in await body() }, receive: { _ in })
    }
}
