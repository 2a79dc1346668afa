public import ScreenKit
public import SimulationKit

/// A screen running on a view spy, in virtual time.
///
/// The screen is left when the stage is released. Use the stage from one thread.
open class ScreenStage<Action: Sendable, State: Sendable & Equatable> {
    /// The executor of the screen, with its virtual clock.
    public let executor: SimulationExecutor
    /// The running screen.
    public let screen: Screen<Action, State>
    /// The view that records the screen's states.
    public let view = ViewSpy<State>()
    /// The task that runs the screen until it is cancelled.
    public let task: Task<Void, Never>

    /// Enters the screen, and lets enough time pass to show a model that answers at once.
    public init(_ screen: Screen<Action, State>, on executor: SimulationExecutor) {
        self.executor = executor
        self.screen = screen
        task = Task(executorPreference: executor) { [view] in await screen.run(rendering: view) }
        executor.run(for: .milliseconds(10))
    }

    deinit {
        leave()
    }

    /// Starts a task on the screen, which proceeds in the next `run(for:)`.
    public func start(_ work: @escaping @Sendable (Screen<Action, State>) async -> Void) {
        Task(executorPreference: executor) { [screen] in await work(screen) }
    }

    /// Lets virtual time pass.
    public func run(for duration: Duration = .seconds(1)) {
        executor.run(for: duration)
    }

    /// Leaves the screen, and lets its tasks end.
    public func leave() {
        task.cancel()
        executor.run(for: .seconds(1))
    }

    /// Performs actions, one each microsecond, and leaves the screen after a while. Returns the numbers of the actions whose tasks were
    /// resumed.
    public func leave(after duration: Duration, performing actions: [Action]) -> [Int] {
        let returned = Recorder<Int>()
        for (number, action) in actions.enumerated() {
            start { [clock = executor.clock] screen in
                try? await clock.sleep(for: .microseconds(number))
                await screen.perform(action)
                returned.record(number)
            }
        }
        run(for: duration)
        leave()
        return returned.values.sorted()
    }
}
