import SimulationKit
import Synchronization
import Testing
import Transport

@Suite struct CompletionTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)

    /// Waits for a completion that `take` is given.
    private func wait(_ take: @escaping @Sendable (Completion) -> Void) -> Flag {
        let hasEnded = Flag()
        Task(executorPreference: executor) {
            await Completion.wait(take)
            hasEnded.value.withLock { $0 = true }
        }
        executor.run(for: .seconds(1))
        return hasEnded
    }

    @Test func `who waits goes on when the work has finished, and not before`() {
        let kept = Mutex<Completion?>(nil)
        let flag = wait { completion in kept.withLock { $0 = completion } }
        #expect(!flag.value.withLock { $0 })
        kept.withLock { $0?.finish() }
        kept.withLock { $0?.finish() }
        executor.run(for: .seconds(1))
        #expect(flag.value.withLock { $0 })
    }

    @Test func `who waits goes on when nobody holds the completion any more`() {
        let kept = Mutex<Completion?>(nil)
        let flag = wait { completion in kept.withLock { $0 = completion } }
        #expect(!flag.value.withLock { $0 })
        kept.withLock { $0 = nil }
        executor.run(for: .seconds(1))
        #expect(flag.value.withLock { $0 })
        #expect(wait { _ in }.value.withLock { $0 })
    }
}

private final class Flag: Sendable {
    let value = Mutex(false)
}
