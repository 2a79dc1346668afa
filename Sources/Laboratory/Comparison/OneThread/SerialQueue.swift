/// Work in the background that is done one after the other, in the order in which it was asked for.
///
/// What waits is done whether or not this is kept.
public final class SerialQueue {
    private let queue: MainQueue
    private var waiting: [() -> Void] = []
    private var isBusy = false

    public init(on queue: MainQueue) {
        self.queue = queue
    }

    /// Starts a request once all before it have ended; `receive` gets its outcome, on the app's thread.
    public func request<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value,
        receive: @escaping (Result<Value, any Error>) -> Void
    ) {
        waiting.append { [queue] in
            queue.request(work) { result in
                receive(result)
                self.isBusy = false
                self.startNext()
            }
        }
        startNext()
    }

    private func startNext() {
        guard !isBusy, !waiting.isEmpty else { return }
        isBusy = true
        waiting.removeFirst()()
    }
}
