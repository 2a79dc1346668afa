import RuntimeKit

/// A queue by which the app starts background work and receives the results on its own thread.
///
/// It is not sendable, because it belongs to the app's thread. It calls receivers one at a time, never during another
/// method of the app, in the order in which each work posts values.
public final class MainQueue {
    struct Job: Sendable {
        let number: Int
        let cancellation: CoalescingQueue<Void>
        let work: @Sendable (_ deliver: @escaping @Sendable () async -> Void) async -> Void
    }

    let jobs = CoalescingQueue<Job>()
    private var receivers: [Int: () -> Void] = [:]
    private var isClosed = false
    private var count = 0

    init() {}

    /// Starts background work that posts values, and calls `receive` with each on this thread.
    ///
    /// Posting returns once the value has been received.
    @discardableResult
    public func start<Value: Sendable>(
        _ work: @escaping @Sendable (_ post: @escaping @Sendable (Value) async -> Void) async -> Void,
        receive: @escaping (Value) -> Void
    ) -> Work {
        let values = CoalescingQueue<Value>()
        let cancellation = CoalescingQueue<Void>()
        count += 1
        let number = count
        if !isClosed {
            receivers[number] = { for value in values.drain() { receive(value) } }
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

    /// Starts a background request, and calls `receive` once with the outcome unless the request is cancelled.
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

    /// Closes the queue, so that receivers get no further values.
    func close() {
        jobs.close()
        isClosed = true
        receivers = [:]
    }
}

/// Background work. It continues whether or not this object is retained.
public final class Work {
    private let number: Int
    private let cancellation: CoalescingQueue<Void>
    private weak var queue: MainQueue?

    init(number: Int, cancellation: CoalescingQueue<Void>, queue: MainQueue) {
        self.number = number
        self.cancellation = cancellation
        self.queue = queue
    }

    /// Cancels the work's task, so that its receiver gets no further values.
    public func cancel() {
        queue?.end(number)
        cancellation.close()
    }
}
