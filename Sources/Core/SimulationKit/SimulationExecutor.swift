import Synchronization

/// An executor that runs a whole session on the calling thread: one seed, one history.
///
/// Default actors and structured child tasks follow the task's executor preference (SE-0417), so the simulated code needs no
/// hooks. Global actors, unstructured tasks and other clocks would escape the simulation.
public final class SimulationExecutor: TaskExecutor {
    /// The longest time that may pass while work is ready. A machine is never so busy that a job starts a minute late.
    public static let longestJob: Duration = .milliseconds(100)

    /// The order in which ready jobs run.
    public enum Schedule: Sendable {
        /// First come, first served; time passes only when no job is ready, as users experience it.
        case inOrder
        /// A random order; time sometimes passes while jobs are ready, so that the work of two sleepers can overlap.
        case shuffled
    }

    /// The clock of the session, which only the executor advances.
    public let clock = VirtualClock()

    private struct State {
        var ready = ReadyJobs()
        var generator: SplitMix64
        var schedule: Schedule
        var isInterleaving = false
    }

    /// The current schedule; it may be changed between two steps.
    public var schedule: Schedule {
        get { state.withLock { $0.schedule } }
        set { state.withLock { $0.schedule = newValue } }
    }

    private let state: Mutex<State>

    /// Creates an executor. The seed determines the random order; `inOrder` ignores it.
    public init(seed: UInt64, schedule: Schedule = .shuffled) {
        state = Mutex(State(generator: SplitMix64(seed: seed), schedule: schedule))
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        enqueue(UnownedJob(job), for: asUnownedTaskExecutor())
    }

    /// Enqueues a job on behalf of another executor.
    public func enqueue(_ job: UnownedJob, for executor: UnownedTaskExecutor) {
        state.withLock { $0.ready.append(ReadyJob(job: job, executor: executor)) }
    }

    /// Runs all work of the next `duration` of virtual time.
    public func run(for duration: Duration) {
        let end = clock.now.advanced(by: duration)
        while step(by: end) {}
        clock.advance(to: end)
    }

    /// Runs work and advances time until a condition is true; returns false if no work is left that could make it true.
    ///
    /// Evaluates the condition before every step, so it should be cheap.
    public func run(until condition: () -> Bool) -> Bool {
        while !condition() {
            guard step(by: nil) else { return false }
        }
        return true
    }

    /// Runs one job, or advances time to the next sleeper due by `end`. Returns false if there is neither.
    public func step(by end: VirtualClock.Instant? = nil) -> Bool {
        let mayOvertake = state.withLock { state in
            state.schedule == .shuffled && Int.random(in: 0..<4, using: &state.generator) == 0
        }
        if mayOvertake {
            let soon = clock.now.advanced(by: Self.longestJob)
            if clock.wakeNextSleeper(by: end.map { min($0, soon) } ?? soon) { return true }
        }
        if let job = nextJob() {
            job.job.runSynchronously(on: job.executor)
            return true
        }
        return clock.wakeNextSleeper(by: end)
    }

    /// Sometimes runs a ready job in the middle of the calling one, as if on another thread, but never a third one in the middle
    /// of that. Runs none with the schedule `inOrder`.
    public func runOtherJob() {
        let job = state.withLock { state -> ReadyJob? in
            guard state.schedule == .shuffled, !state.isInterleaving,
                Int.random(in: 0..<8, using: &state.generator) == 0
            else { return nil }
            let job = state.ready.takeAny(using: &state.generator)
            state.isInterleaving = job != nil
            return job
        }
        guard let job else { return }
        job.job.runSynchronously(on: job.executor)
        state.withLock { $0.isInterleaving = false }
    }

    /// Advances time to `end`, unless it is later already, without waking sleepers.
    public func advance(to end: VirtualClock.Instant) {
        clock.advance(to: end)
    }

    private func nextJob() -> ReadyJob? {
        state.withLock { state in
            switch state.schedule {
            case .inOrder: state.ready.takeFirst()
            case .shuffled: state.ready.takeAny(using: &state.generator)
            }
        }
    }
}

/// A job, and the executor on whose behalf it runs.
private struct ReadyJob {
    let job: UnownedJob
    let executor: UnownedTaskExecutor
}

/// The jobs that can run now. Taking one costs the same however many there are.
private struct ReadyJobs {
    private var jobs: [ReadyJob] = []
    private var taken = 0

    mutating func append(_ job: ReadyJob) {
        jobs.append(job)
    }

    mutating func takeFirst() -> ReadyJob? {
        guard taken < jobs.count else { return nil }
        defer {
            taken += 1
            removeTaken()
        }
        return jobs[taken]
    }

    mutating func takeAny(using generator: inout SplitMix64) -> ReadyJob? {
        guard taken < jobs.count else { return nil }
        jobs.swapAt(Int.random(in: taken..<jobs.count, using: &generator), jobs.count - 1)
        defer { removeTaken() }
        return jobs.removeLast()
    }

    /// Frees the places of taken jobs once all jobs are taken.
    private mutating func removeTaken() {
        guard taken == jobs.count else { return }
        jobs.removeAll(keepingCapacity: true)
        taken = 0
    }
}

/// The generator SplitMix64 by Steele, Lea and Flood (2014): the same numbers from the same seed on every platform.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator with a seed.
    public init(seed: UInt64) {
        state = seed
    }

    /// Returns the next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
