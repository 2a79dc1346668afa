import SimulationKit
import Synchronization
import Testing

@Suite struct VirtualClockTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    private let log = Log()

    @discardableResult
    private func sleep(_ name: String, for seconds: Double) -> Task<Void, Never> {
        Task(executorPreference: executor) { [clock = executor.clock, log] in
            do {
                try await clock.sleep(for: .seconds(seconds))
                log.add("\(name) at \(clock.now.offset / .seconds(1))")
            } catch {
                log.add("\(name) \(type(of: error)) at \(clock.now.offset / .seconds(1))")
            }
        }
    }

    @Test func `sleepers wake at their deadlines, those with the same one in the order of falling asleep`() {
        for (name, seconds) in [("a", 3), ("b", 1), ("c", 2), ("d", 1), ("e", 0), ("f", -1)] as [(String, Double)] {
            sleep(name, for: seconds)
        }
        executor.run(for: .seconds(2.5))
        #expect(log.lines == ["f at 0.0", "e at 0.0", "b at 1.0", "d at 1.0", "c at 2.0"])
        executor.run(for: .seconds(0.5))
        #expect(log.lines.last == "a at 3.0")
    }

    @Test func `time advances only while the executor runs`() {
        let clock = executor.clock
        sleep("a", for: 10)
        #expect(clock.now.offset == .zero)
        executor.run(for: .seconds(4))
        #expect(clock.now.offset == .seconds(4) && log.lines.isEmpty)
        executor.run(for: .seconds(100))
        #expect(clock.now.offset == .seconds(104) && log.lines == ["a at 10.0"])
    }

    @Test func `a cancelled sleeper wakes at once, and one cancelled before does not sleep`() {
        let asleep = sleep("a", for: 10)
        executor.run(for: .seconds(1))
        asleep.cancel()
        sleep("b", for: 10).cancel()
        executor.run(for: .seconds(0))
        #expect(log.lines == ["a CancellationError at 1.0", "b CancellationError at 1.0"])
        #expect(!executor.step(), "no task is left")
    }

    @Test func `cancelling after the deadline has no effect`() {
        let task = sleep("a", for: 1)
        executor.run(for: .seconds(1))
        task.cancel()
        executor.run(for: .seconds(10))
        #expect(log.lines == ["a at 1.0"])
    }

    @Test func `many sleepers wake in order though half of them are cancelled`() {
        var generator = SplitMix64(seed: 7)
        let times = (0..<2000).map { _ in Int.random(in: 1...500, using: &generator) }
        let tasks = times.enumerated().map { sleep("\($0)", for: Double($1)) }
        executor.run(for: .seconds(0))
        for task in tasks.enumerated() where task.offset % 2 == 0 { task.element.cancel() }
        executor.run(for: .seconds(0))
        let cancelled = log.lines.count
        executor.run(for: .seconds(500))
        let expected = times.indices.filter { $0 % 2 == 1 }
            .sorted { (times[$0], $0) < (times[$1], $1) }
            .map { "\($0) at \(Double(times[$0]))" }
        #expect(cancelled == 1000 && Array(log.lines.dropFirst(cancelled)) == expected)
    }
}

private final class Log: Sendable {
    private let recorded = Mutex<[String]>([])

    var lines: [String] { recorded.withLock { $0 } }

    func add(_ line: String) { recorded.withLock { $0.append(line) } }
}
