public import ScreenKit
import Synchronization

/// A view that keeps what it was given to show.
public final class ViewSpy<State: Sendable & Equatable>: ScreenView {
    private let rendered = Mutex<[State]>([])

    public init() {}

    /// In the order in which they came.
    public var states: [State] { rendered.withLock { $0 } }
    public var last: State? { states.last }

    public func render(_ state: State) {
        rendered.withLock { $0.append(state) }
    }
}
