public import ScreenKit
public import SimulationKit

/// An interactor running without its screen, in virtual time.
///
/// The interactor is stopped when the stage is released. Use the stage from one thread.
public final class InteractorStage<I: Interactor> {
    /// The executor of the interactor, with its virtual clock.
    public let executor: SimulationExecutor
    /// The running interactor.
    public let interactor: I
    private let handedOver = Recorder<I.Content>()
    private let task: Task<Void, Never>

    /// Runs the interactor, and lets enough time pass to read a model that answers at once.
    public init(_ interactor: I, on executor: SimulationExecutor) {
        self.executor = executor
        self.interactor = interactor
        task = Task(executorPreference: executor) { [handedOver] in
            await interactor.run { handedOver.record($0) }
            await interactor.leave()
        }
        executor.run(for: .milliseconds(10))
    }

    deinit {
        stop()
    }

    /// Every content that was handed over, in order.
    public var contents: [I.Content] { handedOver.values }

    /// Performs a use case for a duration. Returns `nil` if it has not ended by then.
    @discardableResult
    public func perform(_ useCase: I.UseCase, for duration: Duration = .seconds(1)) -> I.Outcome? {
        let outcomes = Recorder<I.Outcome>()
        Task(executorPreference: executor) { [interactor] in outcomes.record(await interactor.perform(useCase)) }
        executor.run(for: duration)
        return outcomes.values.first
    }

    /// Settles the interactor for a duration. Returns whether it has settled by then.
    public func settle(for duration: Duration = .seconds(1)) -> Bool {
        let settled = Recorder<Bool>()
        Task(executorPreference: executor) { [interactor] in
            await interactor.settle()
            settled.record(true)
        }
        executor.run(for: duration)
        return settled.values.first ?? false
    }

    /// Lets virtual time pass.
    public func run(for duration: Duration = .seconds(1)) {
        executor.run(for: duration)
    }

    /// Stops the interactor as leaving its screen does, and lets its tasks end.
    public func stop() {
        task.cancel()
        executor.run(for: .seconds(1))
    }
}
