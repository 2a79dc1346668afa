import SimulationKit
import Synchronization
import Testing
import Transport

@testable import ChatSession

@Suite struct ChatWorkersTests {
    /// Watches who works on what, and for what was asked.
    private final class Watch: Sendable {
        struct State {
            var working: [ChatID] = []
            var mostAtOnce = 0
            var wasTwiceAtOnce = false
            var asked: [ChatID: Int] = [:]
            /// The number of requests that had been made when work on a chat last began.
            var served: [ChatID: Int] = [:]
        }
        let state = Mutex(State())

        func ask(_ chat: ChatID) { state.withLock { $0.asked[chat, default: 0] += 1 } }

        func begin(_ chat: ChatID) {
            state.withLock { state in
                if state.working.contains(chat) { state.wasTwiceAtOnce = true }
                state.working.append(chat)
                state.mostAtOnce = max(state.mostAtOnce, state.working.count)
                state.served[chat] = state.asked[chat]
            }
        }

        func end(_ chat: ChatID) { state.withLock { $0.working.removeAll { $0 == chat } } }
    }

    @Test(arguments: UInt64(1)...100)
    func `a chat is never worked on twice at once, few are at a time, and no request is lost`(seed: UInt64) {
        let (executor, workers, watch) = (SimulationExecutor(seed: seed), ChatWorkers(limit: 3), Watch())
        let random = RandomSource(SplitMix64(seed: seed))
        let run = Task(executorPreference: executor) {
            await workers.run { chat in
                watch.begin(chat)
                try? await executor.clock.sleep(for: random.duration(in: .zero ... .milliseconds(30)))
                watch.end(chat)
            }
        }
        let asking = Task(executorPreference: executor) {
            for _ in 1...60 {
                let chat = ChatID("\(random.integer(in: 1...8))")
                watch.ask(chat)
                workers.request(chat)
                try? await executor.clock.sleep(for: random.duration(in: .zero ... .milliseconds(9)))
            }
        }
        executor.run(for: .seconds(60))
        let state = watch.state.withLock { $0 }
        #expect(!state.wasTwiceAtOnce && state.working.isEmpty)
        #expect(state.mostAtOnce <= 3)
        #expect(state.served == state.asked)
        run.cancel()
        asking.cancel()
        executor.run(for: .seconds(1))
    }

    @Test func `as many as allowed work at a time`() {
        let (executor, workers, watch) = (SimulationExecutor(seed: 1), ChatWorkers(limit: 3), Watch())
        for number in 1...9 { workers.request(ChatID("\(number)")) }
        let run = Task(executorPreference: executor) {
            await workers.run { chat in
                watch.begin(chat)
                try? await executor.clock.sleep(for: .seconds(1))
                watch.end(chat)
            }
        }
        executor.run(for: .seconds(60))
        #expect(watch.state.withLock { $0.mostAtOnce } == 3)
        run.cancel()
        executor.run(for: .seconds(1))
    }
}
