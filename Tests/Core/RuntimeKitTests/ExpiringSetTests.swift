import RuntimeKit
import SimulationKit
import Testing

@Suite struct ExpiringSetTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    private let set: ExpiringSet<String>
    private let expired = Recorder<String>()

    init() {
        set = ExpiringSet(clock: executor.clock)
    }

    /// Records each expired key, and when it expired in seconds.
    private func follow() -> Task<Void, Never> {
        Task(executorPreference: executor) { [set, expired, clock = executor.clock] in
            await set.run { expired.record("\($0) \(clock.now.offset / .seconds(1))") }
            expired.record("left")
        }
    }

    private func leave(_ task: Task<Void, Never>) {
        task.cancel()
        executor.run(for: .seconds(1))
    }

    @Test func `each key expires once, when its time is over`() {
        let task = follow()
        set.insert("a", for: .seconds(5))
        set.insert("b", for: .seconds(2))
        executor.run(for: .seconds(3))
        set.insert("c", for: .seconds(1))
        executor.run(for: .seconds(60))
        #expect(expired.values == ["b 2.0", "c 4.0", "a 5.0"])
        leave(task)
    }

    @Test func `a renewed key expires at its new time, earlier or later than before`() {
        let task = follow()
        set.insert("a", for: .seconds(5))
        for _ in 1...4 {
            executor.run(for: .seconds(4))
            set.insert("a", for: .seconds(5))
        }
        #expect(expired.values == [])
        set.insert("a", for: .seconds(1))
        executor.run(for: .seconds(60))
        #expect(expired.values == ["a 17.0"])
        leave(task)
    }

    @Test func `a removed key does not expire, and end returns whether the set contained it`() {
        let task = follow()
        set.insert("a", for: .seconds(5))
        set.insert("b", for: .seconds(5))
        executor.run(for: .seconds(1))
        #expect(set.remove("a"))
        #expect(!set.remove("a"))
        #expect(!set.remove("never held"))
        executor.run(for: .seconds(60))
        #expect(expired.values == ["b 5.0"])
        #expect(!set.remove("b"), "it has expired")
        leave(task)
    }

    @Test func `keys with the same deadline expire in sorted order`() {
        for key in ["c", "a", "d", "b", "e"] { set.insert(key, for: .seconds(5)) }
        let task = follow()
        executor.run(for: .seconds(60))
        #expect(expired.values == ["a", "b", "c", "d", "e"].map { "\($0) 5.0" })
        leave(task)
    }

    @Test func `a key can be renewed while it or another key expires`() {
        let task = Task(executorPreference: executor) { [set, expired, clock = executor.clock] in
            await set.run { key in
                expired.record("\(key) \(clock.now.offset / .seconds(1))")
                if key == "a" { set.insert(key, for: .seconds(5)) }
                try? await clock.sleep(for: .seconds(2))
            }
        }
        set.insert("a", for: .seconds(5))
        set.insert("b", for: .seconds(6))
        executor.run(for: .seconds(11))
        #expect(expired.values == ["a 5.0", "b 7.0", "a 10.0"])
        leave(task)
    }

    @Test func `a key removed or renewed while one with the same deadline expires is not reported`() {
        let task = Task(executorPreference: executor) { [set, expired, clock = executor.clock] in
            await set.run { key in
                expired.record("\(key) \(clock.now.offset / .seconds(1))")
                guard key == "a" else { return }
                #expect(set.keys == ["b", "c", "d"])
                #expect(set.remove("b"))
                set.insert("c", for: .seconds(2))
            }
        }
        for key in ["a", "b", "c", "d"] { set.insert(key, for: .seconds(5)) }
        executor.run(for: .seconds(60))
        #expect(expired.values == ["a 5.0", "d 5.0", "c 7.0"])
        leave(task)
    }

    @Test func `no timer runs while the set is empty`() {
        let task = follow()
        set.insert("a", for: .seconds(5))
        _ = executor.run(until: { false })
        #expect(executor.clock.now.offset == .seconds(5))
        set.insert("b", for: .seconds(60))
        executor.run(for: .seconds(1))
        set.remove("b")
        _ = executor.run(until: { false })
        #expect(executor.clock.now.offset == .seconds(6), "a removed key needs no timer either")
        leave(task)
    }

    @Test func `nothing expires after the task is cancelled`() {
        let task = follow()
        set.insert("a", for: .seconds(5))
        executor.run(for: .seconds(1))
        leave(task)
        executor.run(for: .seconds(60))
        #expect(expired.values == ["left"])
        #expect(set.remove("a"), "the key stays for the next call of run")
    }

    @Test(arguments: Seeds.upTo(200))
    func `each key expires once, after its last renewal, under every seed`(seed: UInt64) {
        let executor = SimulationExecutor(seed: seed)
        let set = ExpiringSet<Int>(clock: executor.clock)
        let ends = Recorder<(key: Int, at: Duration)>()
        let task = Task(executorPreference: executor) { [clock = executor.clock] in
            await set.run { ends.record(($0, clock.now.offset)) }
        }
        let expected = Recorder<(key: Int, at: Duration)>()
        for key in 1...4 {
            Task(executorPreference: executor) { [clock = executor.clock] in
                for _ in 1...5 {
                    set.insert(key, for: .milliseconds(700))
                    if key != 4 { expected.record((key, clock.now.offset + .milliseconds(700))) }
                    try await clock.sleep(for: .milliseconds(100 * key))
                }
                if key == 4 { set.remove(key) }
            }
        }
        executor.run(for: .seconds(60))
        task.cancel()
        executor.run(for: .seconds(1))
        for key in 1...3 {
            let last = expected.values.last { $0.key == key }
            let found = ends.values.filter { $0.key == key }
            #expect(found.count == 1)
            #expect(found.first.map { $0.at >= last?.at ?? .zero && $0.at < (last?.at ?? .zero) + .seconds(1) } == true)
        }
        #expect(!ends.values.contains { $0.key == 4 })
    }
}
