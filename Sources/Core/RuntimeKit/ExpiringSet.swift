import Synchronization

/// A set whose keys expire after a time unless they are renewed: a typing notice, a pause before typed text is saved (debounce).
///
/// Safe to use from any thread.
public final class ExpiringSet<Key: Hashable & Comparable & Sendable>: Sendable {
    private let stopwatch: Stopwatch
    private let deadlines = Mutex<[Key: Duration]>([:])
    private let changed = CoalescingQueue<Void>()

    /// Creates an empty set that measures time on `clock`.
    public init(clock: any Clock<Duration>) {
        stopwatch = Stopwatch(clock: clock)
    }

    /// Inserts `key`, or renews it: it expires `duration` from now.
    public func insert(_ key: Key, for duration: Duration) {
        deadlines.withLock { $0[key] = stopwatch.now + duration }
        changed.post(())
    }

    /// Removes `key` without expiring it. Returns false if the set did not contain it.
    @discardableResult
    public func remove(_ key: Key) -> Bool {
        let isRemoved = deadlines.withLock { $0.removeValue(forKey: key) != nil }
        // Stops the timer that ran for the key.
        if isRemoved { changed.post(()) }
        return isRemoved
    }

    /// Whether the set contains `key`: it has not expired, or `run` has not reported it yet.
    public func contains(_ key: Key) -> Bool {
        deadlines.withLock { $0[key] != nil }
    }

    /// The number of keys.
    public var count: Int { deadlines.withLock { $0.count } }

    /// All keys, sorted.
    public var keys: [Key] { deadlines.withLock { Array($0.keys) }.sorted() }

    /// Removes each key when it expires and passes it to `expire`, one at a time, until the caller's task is cancelled. No timer
    /// runs while the set is empty.
    public func run(_ expire: (Key) async -> Void) async {
        while !Task.isCancelled {
            changed.drain()
            if let key = takeExpired() {
                await expire(key)
                continue
            }
            guard let next = deadlines.withLock({ $0.values.min() }) else {
                if await changed.takeAll().isEmpty { return }
                continue
            }
            await stopwatch.clock.wait(atMost: max(.zero, next - stopwatch.now)) { [changed] in
                _ = await changed.takeAll()
            }
        }
    }

    /// Takes one key at a time, so that the others can still be renewed or removed.
    private func takeExpired() -> Key? {
        let now = stopwatch.now
        return deadlines.withLock { deadlines in
            guard let first = deadlines.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }), first.value <= now else {
                return nil
            }
            deadlines[first.key] = nil
            return first.key
        }
    }
}
