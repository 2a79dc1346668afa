import RuntimeKit
import SimulationKit
import Testing

@Suite struct ExpiringSetTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    private let leases: ExpiringSet<String>
    private let expired = Recorder<String>()

    init() {
        leases = ExpiringSet(clock: executor.clock)
    }

    /// Writes down what expires, and when, in seconds.
    private func follow() -> Task<Void, Never> {
        Task(executorPreference: executor) { [leases, expired, clock = executor.clock] in
            await leases.run { expired.record("\($0) \(clock.now.offset / .seconds(1))") }
            expired.record("left")
        }
    }

    private func leave(_ task: Task<Void, Never>) {
        task.cancel()
        executor.run(for: .seconds(1))
    }

    @Test func `each key expires when its time is over, once`() {
        let task = follow()
        leases.renew("a", for: .seconds(5))
        leases.renew("b", for: .seconds(2))
        executor.run(for: .seconds(3))
        leases.renew("c", for: .seconds(1))
        executor.run(for: .seconds(60))
        #expect(expired.values == ["b 2.0", "c 4.0", "a 5.0"])
        leave(task)
    }

    @Test func `a key that is renewed holds for so long from then on, longer or shorter`() {
        let task = follow()
        leases.renew("a", for: .seconds(5))
        for _ in 1...4 {
            executor.run(for: .seconds(4))
            leases.renew("a", for: .seconds(5))
        }
        #expect(expired.values == [])
        leases.renew("a", for: .seconds(1))
        executor.run(for: .seconds(60))
        #expect(expired.values == ["a 17.0"])
        leave(task)
    }

    @Test func `a key that is ended does not expire, and held or not`() {
        let task = follow()
        leases.renew("a", for: .seconds(5))
        leases.renew("b", for: .seconds(5))
        executor.run(for: .seconds(1))
        #expect(leases.end("a"))
        #expect(!leases.end("a"))
        #expect(!leases.end("never held"))
        executor.run(for: .seconds(60))
        #expect(expired.values == ["b 5.0"])
        #expect(!leases.end("b"), "it has expired")
        leave(task)
    }

    @Test func `keys that expire at one moment do so in their order`() {
        for key in ["c", "a", "d", "b", "e"] { leases.renew(key, for: .seconds(5)) }
        let task = follow()
        executor.run(for: .seconds(60))
        #expect(expired.values == ["a", "b", "c", "d", "e"].map { "\($0) 5.0" })
        leave(task)
    }

    @Test func `a key may be renewed as it expires, and while another one does`() {
        let task = Task(executorPreference: executor) { [leases, expired, clock = executor.clock] in
            await leases.run { key in
                expired.record("\(key) \(clock.now.offset / .seconds(1))")
                if key == "a" { leases.renew(key, for: .seconds(5)) }
                try? await clock.sleep(for: .seconds(2))
            }
        }
        leases.renew("a", for: .seconds(5))
        leases.renew("b", for: .seconds(6))
        executor.run(for: .seconds(11))
        #expect(expired.values == ["a 5.0", "b 7.0", "a 10.0"])
        leave(task)
    }

    @Test func `a key that is ended or renewed as another one of its moment expires is not told of`() {
        let task = Task(executorPreference: executor) { [leases, expired, clock = executor.clock] in
            await leases.run { key in
                expired.record("\(key) \(clock.now.offset / .seconds(1))")
                guard key == "a" else { return }
                #expect(leases.keys == ["b", "c", "d"])
                #expect(leases.end("b"))
                leases.renew("c", for: .seconds(2))
            }
        }
        for key in ["a", "b", "c", "d"] { leases.renew(key, for: .seconds(5)) }
        executor.run(for: .seconds(60))
        #expect(expired.values == ["a 5.0", "d 5.0", "c 7.0"])
        leave(task)
    }

    @Test func `no timer runs while nothing holds`() {
        let task = follow()
        leases.renew("a", for: .seconds(5))
        _ = executor.run(until: { false })
        #expect(executor.clock.now.offset == .seconds(5))
        leases.renew("b", for: .seconds(60))
        executor.run(for: .seconds(1))
        leases.end("b")
        _ = executor.run(until: { false })
        #expect(executor.clock.now.offset == .seconds(6), "one that was ended needs none either")
        leave(task)
    }

    @Test func `nothing expires once the task is cancelled`() {
        let task = follow()
        leases.renew("a", for: .seconds(5))
        executor.run(for: .seconds(1))
        leave(task)
        executor.run(for: .seconds(60))
        #expect(expired.values == ["left"])
        #expect(leases.end("a"), "it holds for the next one who looks")
    }

    @Test(arguments: UInt64(1)...200)
    func `whatever is renewed and ended meanwhile, each key expires after its last time, and not before`(seed: UInt64) {
        let executor = SimulationExecutor(seed: seed)
        let leases = ExpiringSet<Int>(clock: executor.clock)
        let ends = Recorder<(key: Int, at: Duration)>()
        let task = Task(executorPreference: executor) { [clock = executor.clock] in
            await leases.run { ends.record(($0, clock.now.offset)) }
        }
        let promised = Recorder<(key: Int, at: Duration)>()
        for key in 1...4 {
            Task(executorPreference: executor) { [clock = executor.clock] in
                for _ in 1...5 {
                    leases.renew(key, for: .milliseconds(700))
                    if key != 4 { promised.record((key, clock.now.offset + .milliseconds(700))) }
                    try await clock.sleep(for: .milliseconds(100 * key))
                }
                if key == 4 { leases.end(key) }
            }
        }
        executor.run(for: .seconds(60))
        task.cancel()
        executor.run(for: .seconds(1))
        for key in 1...3 {
            let last = promised.values.last { $0.key == key }
            let found = ends.values.filter { $0.key == key }
            #expect(found.count == 1)
            #expect(found.first.map { $0.at >= last?.at ?? .zero && $0.at < (last?.at ?? .zero) + .seconds(1) } == true)
        }
        #expect(!ends.values.contains { $0.key == 4 })
    }
}
