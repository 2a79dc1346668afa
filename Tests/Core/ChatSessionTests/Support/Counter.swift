import Synchronization

/// A number that several tasks count up.
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

/// Values in the order in which they were recorded.
final class Recorder<Value: Sendable>: Sendable {
    private let recorded = Mutex<[Value]>([])

    var values: [Value] { recorded.withLock { $0 } }

    func record(_ value: Value) { recorded.withLock { $0.append(value) } }
}
