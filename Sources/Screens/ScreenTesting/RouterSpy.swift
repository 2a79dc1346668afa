public import ScreenKit

/// A router that goes nowhere, and keeps the routes it was given.
///
/// Safe to use from any thread.
public final class RouterSpy<Route: Sendable>: Router {
    private let recorder = Recorder<Route>()

    public init() {}

    /// In the order in which they were followed.
    public var routes: [Route] { recorder.values }

    public func follow(_ route: Route) {
        recorder.record(route)
    }
}
