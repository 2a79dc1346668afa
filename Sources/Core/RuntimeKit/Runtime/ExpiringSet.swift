import Synchronization

/// Things that hold for so long, unless they are renewed: a typing notice, a pause before what was typed is
/// kept (debounce).
///
/// Safe to use from any thread.
public final class ExpiringSet<Key: Hashable & Comparable & Sendable>: Sendable {
    private let stopwatch: Stopwatch
    private let ends = Mutex<[Key: Duration]>([:])
    private let changed = CoalescingQueue<Void>()

    public init(clock: any Clock<Duration>) {
        stopwatch = Stopwatch(clock: clock)
    }

    /// Lets `key` hold for `duration` from now on, whether or not it holds already.
    public func renew(_ key: Key, for duration: Duration) {
        ends.withLock { $0[key] = stopwatch.now + duration }
        changed.post(())
    }

    /// Ends `key` now; it does not expire any more. False when it did not hold.
    @discardableResult
    public func end(_ key: Key) -> Bool {
        let held = ends.withLock { $0.removeValue(forKey: key) != nil }
        // The timer that ran for it ends, too.
        if held { changed.post(()) }
        return held
    }

    /// Whether `key` holds: it has not expired, or that has not been told yet.
    public func holds(_ key: Key) -> Bool {
        ends.withLock { $0[key] != nil }
    }

    /// How many hold.
    public var count: Int { ends.withLock { $0.count } }

    /// All that hold, in order.
    public var keys: [Key] { ends.withLock { Array($0.keys) }.sorted() }

    /// Hands each key to `expire` when its time is over, one after the other, until the caller's task is cancelled. No timer
    /// runs while nothing holds.
    public func run(_ expire: (Key) async -> Void) async {
        while !Task.isCancelled {
            changed.takeWaiting()
            if let key = takeExpired() {
                await expire(key)
                continue
            }
            guard let next = ends.withLock({ $0.values.min() }) else {
                if await changed.takeAll().isEmpty { return }
                continue
            }
            await stopwatch.clock.wait(atMost: max(.zero, next - stopwatch.now)) { [changed] in
                _ = await changed.takeAll()
            }
        }
    }

    /// One at a time: until its turn comes, a key can be ended or renewed.
    private func takeExpired() -> Key? {
        let now = stopwatch.now
        return ends.withLock { ends in
            guard let first = ends.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }), first.value <= now else {
                return nil
            }
            ends[first.key] = nil
            return first.key
        }
    }
}
