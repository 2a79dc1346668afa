public import ScreenKit
import Synchronization

/// Records values from several tasks.
///
/// Safe to use from any thread.
public final class Recorder<Value: Sendable>: Sendable {
    private let recorded = Mutex<[Value]>([])

    public init() {}

    /// The values, in order.
    public var values: [Value] { recorded.withLock { $0 } }

    /// Appends a value.
    public func record(_ value: Value) {
        recorded.withLock { $0.append(value) }
    }
}

/// A router that records the routes.
///
/// Safe to use from any thread.
public final class RouterSpy<Route: Sendable>: Router {
    private let recorder = Recorder<Route>()

    public init() {}

    /// The routes, in order.
    public var routes: [Route] { recorder.values }

    public func follow(_ route: Route) {
        recorder.record(route)
    }
}

/// A view that records its states.
///
/// Safe to use from any thread.
public final class ViewSpy<State: Sendable & Equatable>: ScreenView {
    private let rendered = Mutex<[State]>([])
    private let held = Mutex<(any Sendable)?>(nil)

    public init() {}

    /// Every rendered state, in order.
    public var states: [State] { rendered.withLock { $0 } }

    /// The current state; `nil` before the first.
    public var last: State? { rendered.withLock { $0.last } }

    public func render(_ state: State) {
        rendered.withLock { $0.append(state) }
    }

    /// Holds a screen, as a real host's view does, instead of the one held before.
    public func hold(_ screen: some Sendable) {
        held.withLock { $0 = screen }
    }
}
