import Synchronization

/// Tells whoever waits that a piece of work has ended: when `finish()` is called, or when nobody holds it any more.
///
/// Work that is dropped on the way, because its screen was left, therefore never leaves anybody waiting.
public final class Completion: Sendable {
    private let waiting: Mutex<CheckedContinuation<Void, Never>?>

    /// Hands a completion to `body` and returns once it has finished.
    public static func wait(_ body: (Completion) -> Void) async {
        await withCheckedContinuation { body(Completion($0)) }
    }

    private init(_ waiting: CheckedContinuation<Void, Never>) {
        self.waiting = Mutex(waiting)
    }

    deinit { finish() }

    /// Lets whoever waits go on; after the first time it does nothing. Safe from any thread.
    public func finish() {
        waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }?.resume()
    }
}
