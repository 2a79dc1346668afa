public import ScreenKit
public import SimulationKit

/// A screen at work on a view spy, in virtual time: one seed, one history.
///
/// It is left when the stage goes. Use it from one thread.
public final class ScreenStage<Action: Sendable, State: Sendable & Equatable> {
    /// Runs the screen; its clock has the virtual time.
    public let executor: SimulationExecutor
    /// The screen at work.
    public let screen: Screen<Action, State>
    /// Keeps what the screen shows.
    public let view = ViewSpy<State>()
    /// Runs the screen; ended by cancelling it.
    public let task: Task<Void, Never>

    /// Enters the screen, and lets so much time pass that a model which answers at once has been shown.
    public init(_ screen: Screen<Action, State>, on executor: SimulationExecutor) {
        self.executor = executor
        self.screen = screen
        task = Task(executorPreference: executor) { [view] in await screen.run(rendering: view) }
        executor.run(for: .milliseconds(10))
    }

    deinit {
        leave()
    }

    /// Begins to use the screen; what is done happens in the next `run(for:)`.
    public func start(_ work: @escaping @Sendable (Screen<Action, State>) async -> Void) {
        Task(executorPreference: executor) { [screen] in await work(screen) }
    }

    /// Lets virtual time pass.
    public func run(for duration: Duration = .seconds(1)) {
        executor.run(for: duration)
    }

    /// Leaves the screen, and lets what it began come to its end.
    public func leave() {
        task.cancel()
        executor.run(for: .seconds(1))
    }
}
