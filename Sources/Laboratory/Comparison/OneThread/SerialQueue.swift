import Transport

/// Work in the background that is done one after the other, in the order in which it was asked for.
///
/// What was asked for is done whether or not this is kept, even when the app ends before its turn; then its outcome is
/// received no more.
public final class SerialQueue {
    private typealias Turn = @Sendable () async -> Void

    /// Those who wait for an outcome, the next first; let go with the work's receiver when the app ends.
    private final class Line {
        var receivers: [() -> Void] = []
    }

    /// Nil says that no more will come.
    private let turns = Mailbox<Turn?>()
    private weak var line: Line?

    public init(on queue: MainQueue) {
        let line = Line()
        self.line = line
        queue.start { [turns] (post: @escaping @Sendable (()) async -> Void) in
            while true {
                var waiting = await turns.takeAll()
                // The app has ended: what it asked for before is still done.
                let isLast = waiting.isEmpty
                if isLast { waiting = turns.takeWaiting() }
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

    /// Starts a request once all before it have ended; `receive` gets its outcome, on the app's thread.
    public func request<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value,
        receive: @escaping (Result<Value, any Error>) -> Void
    ) {
        let outcomes = Mailbox<Result<Value, any Error>>()
        line?.receivers.append { for outcome in outcomes.takeWaiting() { receive(outcome) } }
        turns.post {
            let outcome: Result<Value, any Error>
            do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
            outcomes.post(outcome)
        }
    }
}
