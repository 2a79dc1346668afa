import RuntimeKit
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@Suite struct ScreenQueryTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    private let asked = Recorder<Int>()
    private let taken = Recorder<[Int]>()

    private func makeQuery() -> ScreenQuery<Int, Int> {
        ScreenQuery { [asked, clock = executor.clock] in
            asked.record(1)
            try? await clock.sleep(for: .seconds(1))
            return LiveQuery(1) { $0 * 10 }
        }
    }

    private func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: executor) { await work() }
    }

    private func follow(_ query: ScreenQuery<Int, Int>) -> Task<Void, Never> {
        begin { [taken] in await query.follow { taken.record([$0, $1]) } }
    }

    @Test func `of two that are made at once the first is kept, and no third is made`() {
        let query = makeQuery()
        #expect(query.request == nil)
        query.ask(7)
        let following = follow(query)
        let asking = begin { await query.ask { $0 = 2 } }
        executor.run(for: .seconds(5))
        #expect(query.request == 2)
        #expect(taken.values.last == [2, 20])
        following.cancel()
        executor.run(for: .seconds(1))
        asking.cancel()
        _ = begin { await query.ask { $0 = 3 } }
        executor.run(for: .milliseconds(10))
        #expect(query.request == 3, "no one waits for a model that has answered")
        #expect(asked.values.count == 2)
    }

    @Test func `what is asked for already is not read again`() {
        let query = makeQuery()
        let following = follow(query)
        executor.run(for: .seconds(5))
        query.ask(1)
        _ = begin { await query.ask { $0 = 1 } }
        executor.run(for: .seconds(1))
        #expect(taken.values == [[1, 10]])
        query.ask(4)
        executor.run(for: .seconds(1))
        #expect(taken.values == [[1, 10], [4, 40]])
        following.cancel()
        executor.run(for: .seconds(1))
    }

    @Test func `who settles waits until what was asked for last has been handed over`() {
        let query = makeQuery()
        let order = Recorder<String>()
        let following = begin {
            await query.follow { _, answer in order.record("\(answer)") }
        }
        _ = begin {
            await query.ask { $0 = 2 }
            await query.settle()
            order.record("settled")
        }
        executor.run(for: .seconds(5))
        #expect(order.values.suffix(2) == ["20", "settled"])
        following.cancel()
        executor.run(for: .seconds(1))
    }
}
