import SimulationKit
import Transport

/// The process around an app: what can kill it, and how it is seen to end.
final class SimulatedProcess: Sendable {
    private let world: SimulatedWorld
    private let isDead = Flag()
    private let hasEnded = Flag()
    private let task = Box<Task<Void, Never>>()

    init(_ world: SimulatedWorld) {
        self.world = world
    }

    /// For the history: what a dead process writes goes nowhere.
    var diskFault: @Sendable () throws -> Void {
        let (disk, isDead) = (world.disk, isDead)
        return {
            if !isDead.isRaised, disk.dies() { isDead.raise() }
            if isDead.isRaised { throw CancellationError() }
            try disk.beforeWrite()
        }
    }

    /// What it does now goes nowhere.
    var hasDied: Bool { isDead.isRaised }

    func run(_ app: @escaping @Sendable () async -> Void) {
        task.set(
            world.executor.lettingOthersIn { [world, hasEnded] in
                Task(executorPreference: world.process) {
                    await app()
                    hasEnded.raise()
                }
            }
        )
    }

    /// Nothing is written any more. One that was suspended dies like any other.
    func kill() {
        isDead.raise()
        world.resumeApp()
    }

    /// Cancels the app and waits until nothing of it runs.
    func end() {
        world.resumeApp()
        task.value?.cancel()
        var steps = 0
        while !hasEnded.isRaised, steps < Self.patience, world.executor.step() { steps += 1 }
        world.evidence.check(.nothingOutlives, hasEnded.isRaised, "the app still runs \(steps) jobs after it was left")
    }

    private static var patience: Int { 100_000 }
}

extension SimulationExecutor {
    /// Begins a task in which other work comes in where another thread's could, in builds that know of it.
    fileprivate func lettingOthersIn<Success>(beginning begin: () -> Task<Success, Never>) -> Task<Success, Never> {
        #if DEBUG || INTERLEAVED
            Interleaving.$others.withValue(Interleaving { [self] in letOthersIn() }, operation: begin)
        #else
            begin()
        #endif
    }
}
