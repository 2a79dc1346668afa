import Synchronization

/// Runs a whole session on the calling thread: one seed, one history.
///
/// Default actors and structured child tasks follow the task's executor preference (SE-0417), so the code under
/// simulation needs no hook of its own. Global actors, unstructured tasks and other clocks would escape.
public final class SimulationExecutor: TaskExecutor {
    /// How far time may move while work is ready: no machine is so busy that a minute's pause ends before a job begins.
    public static let longestJob: Duration = .milliseconds(100)

    /// In which order ready work runs.
    public enum Schedule: Sendable {
        /// First come, first served; time passes only when nothing is ready. What a person would see.
        case inOrder
        /// Any order, and now and then time passes though work is ready, so that what two sleepers begin can overlap.
        case shuffled
    }

    /// The time of the session; the executor alone moves it.
    public let clock = VirtualClock()

    private struct State {
        var ready = ReadyJobs()
        var generator: SplitMix64
        var schedule: Schedule
        var isLettingIn = false
    }

    /// May be changed between two steps.
    public var schedule: Schedule {
        get { state.withLock { $0.schedule } }
        set { state.withLock { $0.schedule = newValue } }
    }

    private let state: Mutex<State>

    /// The seed decides what a shuffled schedule does; in order, it decides nothing.
    public init(seed: UInt64, schedule: Schedule = .shuffled) {
        state = Mutex(State(generator: SplitMix64(seed: seed), schedule: schedule))
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        enqueue(UnownedJob(job), for: asUnownedTaskExecutor())
    }

    /// Takes a job of another executor, which has none of its own schedule.
    public func enqueue(_ job: UnownedJob, for executor: UnownedTaskExecutor) {
        state.withLock { $0.ready.append(ReadyJob(job: job, executor: executor)) }
    }

    /// Lets `duration` of virtual time pass, running whatever happens in it.
    public func run(for duration: Duration) {
        let end = clock.now.advanced(by: duration)
        while step(by: end) {}
        clock.advance(to: end)
    }

    /// Runs, and lets time pass, until `condition` holds; false when nothing is left that could ever make it hold.
    ///
    /// The condition is asked before every step: keep it cheap.
    public func run(until condition: () -> Bool) -> Bool {
        while !condition() {
            guard step(by: nil) else { return false }
        }
        return true
    }

    /// Does the next thing: runs a job, or moves time to the next sleeper due by `end`. False when there is neither.
    public func step(by end: VirtualClock.Instant? = nil) -> Bool {
        if schedule == .shuffled, chance(1, in: 4) {
            let soon = clock.now.advanced(by: Self.longestJob)
            if clock.wakeNextSleeper(by: end.map { min($0, soon) } ?? soon) { return true }
        }
        if let job = nextJob() {
            job.job.runSynchronously(on: job.executor)
            return true
        }
        return clock.wakeNextSleeper(by: end)
    }

    /// Now and then runs a ready job in the middle of the one that calls this, as if a thread of its own had come in; no other in
    /// the middle of that. In order, it runs none.
    public func letOthersIn() {
        let job = state.withLock { state -> ReadyJob? in
            guard state.schedule == .shuffled, !state.isLettingIn,
                Int.random(in: 0..<8, using: &state.generator) == 0
            else { return nil }
            let job = state.ready.takeAny(using: &state.generator)
            state.isLettingIn = job != nil
            return job
        }
        guard let job else { return }
        job.job.runSynchronously(on: job.executor)
        state.withLock { $0.isLettingIn = false }
    }

    /// Moves time to `end` at least, waking no sleeper.
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

    private func chance(_ count: Int, in total: Int) -> Bool {
        state.withLock { Int.random(in: 0..<total, using: &$0.generator) < count }
    }
}

/// A job, and the executor that it was given to.
private struct ReadyJob {
    let job: UnownedJob
    let executor: UnownedTaskExecutor
}

/// Jobs that could run now. Taking one costs the same however many wait.
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
            forgetTaken()
        }
        return jobs[taken]
    }

    mutating func takeAny(using generator: inout SplitMix64) -> ReadyJob? {
        guard taken < jobs.count else { return nil }
        jobs.swapAt(Int.random(in: taken..<jobs.count, using: &generator), jobs.count - 1)
        defer { forgetTaken() }
        return jobs.removeLast()
    }

    /// The places of what was taken in order are given back once nothing stands behind them.
    private mutating func forgetTaken() {
        guard taken == jobs.count else { return }
        jobs.removeAll(keepingCapacity: true)
        taken = 0
    }
}
