/// Work in the background that is done one after the other, in the order in which it was asked for.
///
/// What waits is done whether or not this is kept, until the app ends.
public final class SerialQueue {
    private let queue: MainQueue
    private var isBusy = false

    public init(on queue: MainQueue) {
        self.queue = queue
    }

    /// Starts a request once all before it have ended; `receive` gets its outcome, on the app's thread.
    public func request<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value,
        receive: @escaping (Result<Value, any Error>) -> Void
    ) {
        queue.wait(in: self) {
            self.queue.request(work) { result in
                receive(result)
                self.isBusy = false
                self.startNext()
            }
        }
        startNext()
    }

    private func startNext() {
        guard !isBusy, let next = queue.takeNext(of: self) else { return }
        isBusy = true
        next()
    }
}
