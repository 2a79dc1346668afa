import Dispatch
public import Testing

/// Runs each test on a thread of its own, so that a test that waits for a process or a terminal holds up no other.
///
/// Without it such a test keeps one of the few threads that all tests share, as many as there are cores. At most four of
/// these tests run at a time, in order of arrival: their processes share the same cores. Waiting counts for a test's time limit.
public struct OwnThreadTrait: SuiteTrait, TestTrait, TestScoping {
    fileprivate static let processes = Turns(count: 4)
    fileprivate static let server = Turns(count: 6)

    fileprivate let turns: Turns

    public var isRecursive: Bool { true }

    /// Leaves suites alone: a suite is only the sum of its tests.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    @concurrent public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing body: @concurrent @Sendable () async throws -> Void
    ) async throws {
        await turns.begin()
        let result: Result<Void, any Error>
        do {
            try await withTaskExecutorPreference(OwnThread()) { try await body() }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await turns.end()
        try result.get()
    }
}

extension Trait where Self == OwnThreadTrait {
    /// Runs each test on a thread of its own, which it may block.
    public static var ownThread: OwnThreadTrait { OwnThreadTrait(turns: OwnThreadTrait.processes) }

    /// Runs each test on a thread of its own, as `ownThread` does, but takes no turns of the tests of processes: most of the time these
    /// tests wait for a homeserver, six at a time.
    public static var serverThread: OwnThreadTrait { OwnThreadTrait(turns: OwnThreadTrait.server) }
}

/// A thread for one test.
private final class OwnThread: TaskExecutor {
    private let queue = DispatchQueue(label: "test")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// The tests that run, and those that wait for their turn.
private actor Turns {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) { free = count }

    func begin() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func end() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
