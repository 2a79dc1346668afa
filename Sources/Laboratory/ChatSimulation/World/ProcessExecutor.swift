import SimulationKit
import Synchronization

/// Where the app's jobs run: on the world's schedule; while the process is suspended they wait.
final class ProcessExecutor: TaskExecutor {
    private let world: SimulationExecutor
    /// Nil while it runs.
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

    /// From now on nothing of the app begins to run; what is on its way to a moment's rest gets there.
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
    /// Lets nothing of the app's process run, its host included.
    func suspendApp() {
        process.suspend()
        host.suspend()
    }

    func resumeApp() {
        process.resume()
        host.resume()
    }

    /// Does what is not the app's on its behalf: what has left the process goes on while that is suspended.
    func outside<Value, Failure>(_ work: () async throws(Failure) -> Value) async throws(Failure) -> Value {
        try await withTaskExecutorPreference(executor, operation: work)
    }

    /// Does what the app's host does with what it is told.
    func onHost<Value, Failure>(_ work: () async throws(Failure) -> Value) async throws(Failure) -> Value {
        try await withTaskExecutorPreference(host, operation: work)
    }

    /// Lets the app do something for the world: it does so when its process runs.
    func inProcess<Value, Failure>(_ work: () async throws(Failure) -> Value) async throws(Failure) -> Value {
        try await withTaskExecutorPreference(process, operation: work)
    }
}
