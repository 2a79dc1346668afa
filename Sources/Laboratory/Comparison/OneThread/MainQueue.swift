import Transport

/// Where the app starts what takes time, and gets the outcome on its own thread.
///
/// Not sendable: it belongs to the thread, as the app does. Closures that receive are called one at a time, never while
/// another method of the app is running, in the order in which each work posts.
public final class MainQueue {
    struct Job: Sendable {
        let number: Int
        let cancellation: Mailbox<Void>
        let work: @Sendable (_ deliver: @escaping @Sendable () async -> Void) async -> Void
    }

    let jobs = Mailbox<Job>()
    private var receivers: [Int: () -> Void] = [:]
    private var isClosed = false
    private var count = 0

    init() {}

    /// Starts work in the background that posts values, each of which `receive` gets on this thread.
    ///
    /// Posting returns once the value has been received.
    @discardableResult
    public func start<Value: Sendable>(
        _ work: @escaping @Sendable (_ post: @escaping @Sendable (Value) async -> Void) async -> Void,
        receive: @escaping (Value) -> Void
    ) -> Work {
        let values = Mailbox<Value>()
        let cancellation = Mailbox<Void>()
        count += 1
        let number = count
        if !isClosed {
            receivers[number] = { for value in values.takeWaiting() { receive(value) } }
        }
        jobs.post(
            Job(number: number, cancellation: cancellation) { deliver in
                await work { value in
                    values.post(value)
                    await deliver()
                }
            }
        )
        return Work(number: number, cancellation: cancellation, queue: self)
    }

    /// Starts a request in the background; `receive` gets its outcome once, unless it is cancelled.
    @discardableResult
    public func request<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value,
        receive: @escaping (Result<Value, any Error>) -> Void
    ) -> Work {
        start(
            { post in
                let outcome: Result<Value, any Error>
                do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
                await post(outcome)
            },
            receive: receive
        )
    }

    func receive(_ number: Int) {
        receivers[number]?()
    }

    func end(_ number: Int) {
        receivers[number] = nil
    }

    /// Nothing is received from now on.
    func close() {
        jobs.close()
        isClosed = true
        receivers = [:]
    }
}

/// Something that was started in the background. It goes on whether or not this is kept.
public final class Work {
    private let number: Int
    private let cancellation: Mailbox<Void>
    private weak var queue: MainQueue?

    init(number: Int, cancellation: Mailbox<Void>, queue: MainQueue) {
        self.number = number
        self.cancellation = cancellation
        self.queue = queue
    }

    /// Cancels the work's task; nothing is received from it any more.
    public func cancel() {
        queue?.end(number)
        cancellation.close()
    }
}
