import BehaviourSuite
import ChatStore
import Foundation
import PhoneKit
import RuntimeKit
import SimulationKit
import Synchronization

/// An architecture running on a history, on the calling thread: its pauses take no time, its work takes real time.
final class RunningArchitecture {
    let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    let server = ScriptedServer()
    let driver: any AppDriver
    private let life: Task<Void, Never>

    /// Starts the architecture on the history at `path`, and runs it until it is idle with the list on top.
    init(_ version: Architecture, _ strategy: Strategy = Strategy(), history path: String) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        calendar.locale = Locale(identifier: "en_US")
        let driver = try version.start(
            Phone(
                environment: ChatEnvironment(
                    clock: executor.clock,
                    now: { History.now },
                    calendar: calendar,
                    random: RandomSource(SplitMix64(seed: 1))
                ),
                disk: .file(path: path),
                service: server,
                pushes: server,
                sockets: server,
                strategy: strategy
            )
        )
        self.driver = driver
        life = Task(executorPreference: executor) { await driver.run() }
        rest(for: .seconds(120))
    }

    /// Runs all work that becomes ready within a span of virtual time.
    func rest(for duration: Duration = .seconds(1)) {
        executor.run(for: duration)
    }

    /// Asks the driver a question, and runs the app until the answer is available.
    func ask<Answer: Sendable>(_ question: @escaping @Sendable (any AppDriver) async -> Answer) -> Answer? {
        let question = Question(question, of: driver, on: executor)
        _ = executor.run { question.answer != nil }
        return question.answer
    }

    var drawingCost: DrawingCost { ask { await $0.cost } ?? DrawingCost() }
    var storageCost: StorageCost { ask { await $0.storageCost } ?? StorageCost() }

    /// Quits the app and releases everything it holds.
    func quit() {
        life.cancel()
        let life = life
        let end = Question({ _ in await life.value }, of: driver, on: executor)
        _ = executor.run { end.answer != nil }
    }
}

/// A question for a driver, and its answer once it is available.
final class Question<Answer: Sendable>: Sendable {
    private let state = Mutex<Answer?>(nil)

    init(
        _ question: @escaping @Sendable (any AppDriver) async -> Answer,
        of driver: any AppDriver,
        on executor: SimulationExecutor
    ) {
        Task(executorPreference: executor) {
            let answer = await question(driver)
            self.state.withLock { $0 = answer }
        }
    }

    var answer: Answer? { state.withLock { $0 } }
}
