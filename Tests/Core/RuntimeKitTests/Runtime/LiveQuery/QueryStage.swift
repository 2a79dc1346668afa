import RuntimeKit
import SimulationKit

/// A query of a reader's fake in virtual time.
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

    /// Cancels all that was begun: a task that waits would keep its executor for ever.
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

    /// Follows the query, and keeps what is taken.
    @discardableResult
    func follow() -> Task<Void, Never> {
        begin { [query, taken] in await query.follow { taken.record($0) } }
    }

    /// Begins to settle, and returns what is recorded once that is done.
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
        query.ask(request)
        run()
    }

    func release() {
        reader.release()
        run()
    }
}
