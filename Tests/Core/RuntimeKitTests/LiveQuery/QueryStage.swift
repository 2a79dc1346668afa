import RuntimeKit
import SimulationKit
import Synchronization

/// A query of a `ReaderFake` in virtual time.
final class QueryStage {
    let executor: SimulationExecutor
    let reader = ReaderFake()
    let query: LiveQuery<String, ReaderFake.Answer>
    let taken = Recorder<ReaderFake.Answer>()
    private var tasks: [Task<Void, Never>] = []

    init(seed: UInt64? = nil) {
        executor = SimulationExecutor(seed: seed ?? 1, schedule: seed == nil ? .inOrder : .shuffled)
        query = LiveQuery("a") { [reader] in await reader.read($0) }
    }

    /// Cancels every task, because a waiting one would keep its executor alive.
    deinit {
        for task in tasks { task.cancel() }
        reader.whenRead(nil)
        run()
    }

    func run() {
        executor.run(for: .seconds(1))
    }

    @discardableResult
    func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let task = Task(executorPreference: executor) { await work() }
        tasks.append(task)
        run()
        return task
    }

    /// Follows the query, and records the answers.
    @discardableResult
    func follow() -> Task<Void, Never> {
        begin { [query, taken] in await query.follow { taken.record($0) } }
    }

    /// Calls `settle()` in a task; the returned recorder gets a value when it returns.
    func settle() -> Recorder<Bool> {
        let settled = Recorder<Bool>()
        begin { [query] in
            await query.settle()
            settled.record(true)
        }
        return settled
    }

    func invalidate(with version: Int) {
        reader.version = version
        query.invalidate()
        run()
    }

    func ask(_ request: String) {
        query.setRequest(request)
        run()
    }

    func release() {
        reader.release()
        run()
    }
}

/// A reader that answers each request with the request itself and a version, at once or on `release()`.
final class ReaderFake: Sendable {
    struct Answer: Equatable, Sendable {
        let request: String
        let version: Int
    }

    private struct State {
        var version = 0
        var isHeld = false
        var whenRead: (@Sendable (Answer) -> Void)?
    }

    /// The request of each reading, in the order in which the readings began.
    let begun = Recorder<String>()
    /// The requests of the cancelled readings.
    let cancelled = Recorder<String>()
    private let state = Mutex(State())
    private let released = Signal()

    /// Whether readings wait for `release()`.
    var isHeld: Bool {
        get { state.withLock { $0.isHeld } }
        set { state.withLock { $0.isHeld = newValue } }
    }

    /// The version that a reading returns if it begins now.
    var version: Int {
        get { state.withLock { $0.version } }
        set { state.withLock { $0.version = newValue } }
    }

    /// Resumes the waiting reading.
    func release() { released.wakeAll() }

    /// Sets a function to call at the very end of each reading.
    func whenRead(_ body: (@Sendable (Answer) -> Void)?) {
        state.withLock { $0.whenRead = body }
    }

    func read(_ request: String) async -> Answer {
        begun.record(request)
        let answer = Answer(request: request, version: version)
        if isHeld { await released.wait() } else { await Task.yield() }
        if Task.isCancelled { cancelled.record(request) }
        state.withLock { $0.whenRead }?(answer)
        return answer
    }
}
