import SimulationKit
import Synchronization

/// An executor for the app's jobs. It runs them on the world's schedule, and holds them while the process is
/// suspended.
final class ProcessExecutor: TaskExecutor {
    private let world: SimulationExecutor
    /// The jobs held while suspended; `nil` while running.
    private let held = Mutex<[UnownedJob]?>(nil)

    init(world: SimulationExecutor) {
        self.world = world
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isHeld = held.withLock { held in
            held?.append(job)
            return held != nil
        }
        if !isHeld { world.enqueue(job, for: asUnownedTaskExecutor()) }
    }

    /// Holds all new jobs of the app from now on. Jobs already scheduled still run.
    func suspend() {
        held.withLock { $0 = $0 ?? [] }
    }

    func resume() {
        let jobs = held.withLock { held in
            defer { held = nil }
            return held ?? []
        }
        for job in jobs { world.enqueue(job, for: asUnownedTaskExecutor()) }
    }
}

extension SimulatedWorld {
    /// Suspends the app's process, including its host.
    func suspendApp() {
        process.suspend()
        host.suspend()
    }

    func resumeApp() {
        process.resume()
        host.resume()
    }

    /// Performs work outside of the app's process, such as a request on its way. It continues while the process is
    /// suspended.
    func outside<Value, Failure>(_ work: () async throws(Failure) -> Value) async throws(Failure) -> Value {
        try await withTaskExecutorPreference(executor, operation: work)
    }

    /// Performs work of the app's host on output that it receives.
    func onHost<Value, Failure>(_ work: () async throws(Failure) -> Value) async throws(Failure) -> Value {
        try await withTaskExecutorPreference(host, operation: work)
    }

    /// Performs work in the app's process, once that is running.
    func inProcess<Value, Failure>(_ work: () async throws(Failure) -> Value) async throws(Failure) -> Value {
        try await withTaskExecutorPreference(process, operation: work)
    }
}
