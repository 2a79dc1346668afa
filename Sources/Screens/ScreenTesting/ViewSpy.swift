public import ScreenKit
import Synchronization

/// A view that keeps what it was given to show.
///
/// Safe to use from any thread.
public final class ViewSpy<State: Sendable & Equatable>: ScreenView {
    private let rendered = Mutex<[State]>([])
    private let held = Mutex<(any Sendable)?>(nil)

    public init() {}

    /// Everything that was rendered, in the order in which it came.
    public var states: [State] { rendered.withLock { $0 } }

    /// What is shown now; nil before the first state.
    public var last: State? { rendered.withLock { $0.last } }

    public func render(_ state: State) {
        rendered.withLock { $0.append(state) }
    }

    /// Keeps a screen alive, as the views of a real host do; replaces what was held before.
    public func hold(_ screen: some Sendable) {
        held.withLock { $0 = screen }
    }
}
