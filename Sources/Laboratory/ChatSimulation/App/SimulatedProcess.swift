import RuntimeKit
import SimulationKit

/// The process around an app: it can be killed, and reports whether the app has ended.
final class SimulatedProcess: Sendable {
    private let world: SimulatedWorld
    private let isDead = Flag()
    private let hasEnded = Flag()
    private let task = Box<Task<Void, Never>>()

    init(_ world: SimulatedWorld) {
        self.world = world
    }

    /// The history's disk fault. It makes all writes of a killed process fail.
    var diskFault: @Sendable () throws -> Void {
        let (disk, isDead) = (world.disk, isDead)
        return {
            if !isDead.isRaised, disk.dies() { isDead.raise() }
            if isDead.isRaised { throw CancellationError() }
            try disk.beforeWrite()
        }
    }

    /// Whether the process was killed. Its actions then have no effect.
    var hasDied: Bool { isDead.isRaised }

    func run(_ app: @escaping @Sendable () async -> Void) {
        task.set(
            world.executor.interleavingOtherJobs { [world, hasEnded] in
                Task(executorPreference: world.process) {
                    await app()
                    hasEnded.raise()
                }
            }
        )
    }

    /// Kills the process, which prevents all further writes. A suspended process is resumed to be killed.
    func kill() {
        isDead.raise()
        world.resumeApp()
    }

    /// Cancels the app, and waits until none of its tasks runs.
    func end() {
        world.resumeApp()
        task.value?.cancel()
        var steps = 0
        while !hasEnded.isRaised, steps < Self.maximumSteps, world.executor.step() { steps += 1 }
        world.evidence.check(.nothingOutlives, hasEnded.isRaised, "the app still runs \(steps) jobs after it was left")
    }

    private static var maximumSteps: Int { 100_000 }
}

extension SimulationExecutor {
    /// Starts a task in which other jobs can run wherever another thread could interleave, in builds that support it.
    fileprivate func interleavingOtherJobs<Success>(starting start: () -> Task<Success, Never>) -> Task<Success, Never>
    {
        #if DEBUG || INTERLEAVED
            Interleaving.$current.withValue(Interleaving { [self] in runOtherJob() }, operation: start)
        #else
            start()
        #endif
    }
}
