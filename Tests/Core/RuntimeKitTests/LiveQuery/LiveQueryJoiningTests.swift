import SimulationKit
import Synchronization
import Testing

@testable import RuntimeKit

@Suite struct LiveQueryJoiningTests {
    @Test func `a joined query reads all parts, and again when one of them may have changed`() {
        let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
        let values = ValuesFake([1, 10])
        let parts = [0, 1].map { index in
            LiveQuery<Int, Int>(0) { request in values.value[index] * request }
        }
        let query = LiveQuery<Int, [Int]>(2, joining: parts) { request, parts in
            var answers: [Int] = []
            for part in parts { answers.append(await part(request)) }
            return answers
        }
        let answers = Recorder<[Int]>()
        let task = Task(executorPreference: executor) { await query.follow { answers.record($0) } }
        defer {
            task.cancel()
            executor.run(for: .seconds(1))
        }
        executor.run(for: .seconds(1))
        values.set([1, 30])
        parts[1].invalidate()
        executor.run(for: .seconds(1))
        query.setRequest(3)
        executor.run(for: .seconds(1))
        #expect(answers.values == [[2, 20], [2, 60], [3, 90]])
    }
}

/// Values that a test replaces.
private final class ValuesFake: Sendable {
    private let values: Mutex<[Int]>

    init(_ values: [Int]) { self.values = Mutex(values) }

    var value: [Int] { values.withLock { $0 } }

    func set(_ new: [Int]) { values.withLock { $0 = new } }
}
