import Synchronization

/// A number that tasks count up together.
final class Counter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    @discardableResult
    func increment(by step: Int = 1) -> Int {
        count.withLock { count in
            count += step
            return count
        }
    }
}
