import Synchronization

/// Tells a waiting task that a piece of work has ended: when `finish()` is called, or when nothing holds it any more.
///
/// Work that is dropped on the way, because its screen was left, therefore leaves no task waiting.
public final class Completion: Sendable {
    private let end: End

    /// Hands a completion to `body` and returns once it has finished, or the caller's task is cancelled.
    public static func wait(_ body: (Completion) -> Void) async {
        let end = End()
        body(Completion(end))
        await withTaskCancellationHandler {
            await withCheckedContinuation { end.wait($0) }
        } onCancel: {
            end.come()
        }
    }

    private init(_ end: End) {
        self.end = end
    }

    deinit { finish() }

    /// Lets the waiting task go on; after the first time it does nothing. Safe from any thread.
    public func finish() {
        end.come()
    }

    private final class End: Sendable {
        private let state = Mutex<(hasCome: Bool, waiting: CheckedContinuation<Void, Never>?)>((false, nil))

        func wait(_ waiting: CheckedContinuation<Void, Never>) {
            let hasCome = state.withLock { state in
                if !state.hasCome { state.waiting = waiting }
                return state.hasCome
            }
            if hasCome { waiting.resume() }
        }

        func come() {
            state.withLock { state in
                defer { state = (true, nil) }
                return state.waiting
            }?.resume()
        }
    }
}
