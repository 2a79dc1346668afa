import Foundation

/// A value that one thread at a time may touch.
final class Locked<Value>: @unchecked Sendable {
    // Unchecked since the value is reached under the lock alone. It is no `Mutex`, since on Linux the thread sanitizer does not
    // see how one that is contended is taken, and reports races where there are none.
    private let lock = NSLock()
    private var value: Value

    init(_ value: sending Value) { self.value = value }

    func withLock<Result>(_ body: (inout sending Value) throws -> sending Result) rethrows -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
