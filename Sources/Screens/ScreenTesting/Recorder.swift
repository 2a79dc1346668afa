import Synchronization

/// Keeps what tasks report.
///
/// Safe to use from any thread.
public final class Recorder<Value: Sendable>: Sendable {
    private let recorded = Mutex<[Value]>([])

    public init() {}

    /// In the order in which they were reported.
    public var values: [Value] { recorded.withLock { $0 } }

    /// Adds a value behind the others.
    public func record(_ value: Value) {
        recorded.withLock { $0.append(value) }
    }
}
