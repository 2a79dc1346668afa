public import ScreenKit
public import SimulationKit

/// An interactor at work without its screen, in virtual time.
///
/// It is stopped when the stage goes. Use it from one thread.
public final class InteractorStage<I: Interactor> {
    /// Runs the interactor; its clock has the virtual time.
    public let executor: SimulationExecutor
    /// The interactor at work.
    public let interactor: I
    private let handedOver = Recorder<I.Content>()
    private let task: Task<Void, Never>

    /// Lets the interactor run, and so much time pass that a model which answers at once has been read.
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

    /// Every content that was handed over, in the order in which it came.
    public var contents: [I.Content] { handedOver.values }

    /// Asks for a use case and lets time pass; nil when it has not ended by then.
    @discardableResult
    public func perform(_ useCase: I.UseCase, for duration: Duration = .seconds(1)) -> I.Outcome? {
        let outcomes = Recorder<I.Outcome>()
        Task(executorPreference: executor) { [interactor] in outcomes.record(await interactor.perform(useCase)) }
        executor.run(for: duration)
        return outcomes.values.first
    }

    /// Waits until the interactor has settled. Returns whether it has within the duration.
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

    /// Stops the interactor as leaving its screen does, and lets what it began come to its end.
    public func stop() {
        task.cancel()
        executor.run(for: .seconds(1))
    }
}
