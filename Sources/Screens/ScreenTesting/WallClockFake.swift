public import Foundation
import Synchronization

/// A wall clock that shows noon until it is set.
///
/// Safe to use from any thread.
public final class WallClockFake: Sendable {
    private let shown = Mutex(Date.noon)

    public init() {}

    /// What it shows.
    public var date: Date {
        get { shown.withLock { $0 } }
        set { shown.withLock { $0 = newValue } }
    }
}
