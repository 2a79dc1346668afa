import RuntimeKit

/// A queue of background work that runs one request after another, in the order of the calls.
///
/// All requests run even if the queue is released or the app ends before their turn. After the app's end, outcomes
/// are not received.
public final class SerialQueue {
    private typealias Turn = @Sendable () async -> Void

    /// The receivers of pending outcomes, the next first. They are released with the work's receiver when the app
    /// ends.
    private final class Line {
        var receivers: [() -> Void] = []
    }

    /// The pending requests; `nil` marks the end.
    private let turns = CoalescingQueue<Turn?>()
    private weak var line: Line?

    public init(on queue: MainQueue) {
        let line = Line()
        self.line = line
        queue.start { [turns] (post: @escaping @Sendable (()) async -> Void) in
            while true {
                var waiting = await turns.takeAll()
                // The app has ended, but its earlier requests still run.
                let isLast = waiting.isEmpty
                if isLast { waiting = turns.drain() }
                for turn in waiting {
                    guard let turn else { return }
                    await turn()
                    await post(())
                }
                if isLast { return }
            }
        } receive: {
            line.receivers.removeFirst()()
        }
    }

    deinit {
        turns.post(nil)
    }

    /// Starts a request after all earlier ones have ended, and calls `receive` with the outcome on the app's thread.
    public func request<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value,
        receive: @escaping (Result<Value, any Error>) -> Void
    ) {
        let outcomes = CoalescingQueue<Result<Value, any Error>>()
        line?.receivers.append { for outcome in outcomes.drain() { receive(outcome) } }
        turns.post {
            let outcome: Result<Value, any Error>
            do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
            outcomes.post(outcome)
        }
    }
}
