import ChatTypes
import RuntimeKit
import SimulationKit
import Synchronization
import Testing

@testable import ChatSession

@Suite struct ChatWorkersTests {
    /// Records which chats are served, and how often each was requested.
    private final class Watch: Sendable {
        struct State {
            var working: [ChatID] = []
            var mostAtOnce = 0
            var wasTwiceAtOnce = false
            var asked: [ChatID: Int] = [:]
            /// The number of requests for each chat when its last work began.
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

    #if DEBUG
        /// The request comes from another thread whenever the worker releases its lock.
        @Test(arguments: 1...8)
        func `a request between any two sections under the lock is served`(section: Int) {
            let (executor, watch) = (SimulationExecutor(seed: 1, schedule: .inOrder), Watch())
            let workers = ChatWorkers(limit: 3, random: RandomSource(SplitMix64(seed: 1)), pause: executor.pause)
            let chat = ChatID("a")
            let sections = Mutex(0)
            let request: @Sendable () -> Void = {
                let count = sections.withLock { sections in
                    sections += 1
                    return sections
                }
                guard count == section else { return }
                watch.ask(chat)
                workers.request(chat)
            }
            let run = Task(executorPreference: executor) {
                await Interleaving.$current.withValue(Interleaving(request)) {
                    await workers.run { chat, _ in
                        watch.begin(chat)
                        watch.end(chat)
                        return nil
                    }
                }
            }
            watch.ask(chat)
            workers.request(chat)
            executor.run(for: .seconds(1))
            let state = watch.state.withLock { $0 }
            #expect(state.served == state.asked, "asked again behind section \(section)")
            run.cancel()
            executor.run(for: .seconds(1))
        }
    #endif

    @Test(arguments: Seeds.upTo(100))
    func `no chat is served twice at once, the limit holds, and no request is lost`(seed: UInt64) {
        let (executor, watch) = (SimulationExecutor(seed: seed), Watch())
        let random = RandomSource(SplitMix64(seed: seed))
        let workers = ChatWorkers(limit: 3, random: random, pause: executor.pause)
        let run = Task(executorPreference: executor) {
            await workers.run { chat, _ in
                watch.begin(chat)
                try? await executor.clock.sleep(for: random.duration(in: .zero ... .milliseconds(30)))
                watch.end(chat)
                return random.integer(in: 1...4) == 1 ? ServiceError.unreachable : nil
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

    @Test func `the limit of chats at a time is used`() {
        let (executor, watch) = (SimulationExecutor(seed: 1), Watch())
        let workers = ChatWorkers(limit: 3, random: RandomSource(SplitMix64(seed: 1)), pause: executor.pause)
        for number in 1...9 { workers.request(ChatID("\(number)")) }
        let run = Task(executorPreference: executor) {
            await workers.run { chat, _ in
                watch.begin(chat)
                try? await executor.clock.sleep(for: .seconds(1))
                watch.end(chat)
                return nil
            }
        }
        executor.run(for: .seconds(60))
        #expect(watch.state.withLock { $0.mostAtOnce } == 3)
        run.cancel()
        executor.run(for: .seconds(1))
    }

    @Test func `failing chats do not delay others, and wait longer each time`() {
        let (executor, watch) = (SimulationExecutor(seed: 1), Watch())
        let workers = ChatWorkers(limit: 3, random: RandomSource(SplitMix64(seed: 1)), pause: executor.pause)
        for number in 1...9 { workers.request(ChatID("\(number)")) }
        let run = Task(executorPreference: executor) {
            await workers.run { chat, _ in
                watch.begin(chat)
                watch.ask(chat)
                watch.end(chat)
                return chat == ChatID("9") ? nil : ServiceError.unreachable
            }
        }
        executor.run(for: .seconds(600))
        let asked = watch.state.withLock { $0.asked }
        #expect(asked[ChatID("9")] == 1)
        for number in 1...8 { #expect((20...60).contains(asked[ChatID("\(number)")] ?? 0)) }
        run.cancel()
        executor.run(for: .seconds(1))
    }
}

extension SimulationExecutor {
    fileprivate var pause: RetryPause { RetryPause(clock: clock, reconnected: Signal()) }
}
