import BehaviourSuite
import ChatStore
import Foundation
import PhoneKit
import SimulationKit
import Synchronization
import Transport

/// A version that runs on a history, on the calling thread: its pauses take no time, its work takes what it takes.
final class RunningVersion {
    let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    let server = ScriptedServer()
    let driver: any AppDriver
    private let life: Task<Void, Never>

    /// Starts the version on the history at `path`, and lets it come to rest with the list on top.
    init(_ version: Version, _ strategy: Strategy = Strategy(), history path: String) throws {
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

    /// Runs all that becomes ready within a stretch of virtual time.
    func rest(for duration: Duration = .seconds(1)) {
        executor.run(for: duration)
    }

    /// Asks the driver something, which lets the app go on until it has answered.
    func ask<Answer: Sendable>(_ question: @escaping @Sendable (any AppDriver) async -> Answer) -> Answer? {
        let question = Question(question, of: driver, on: executor)
        _ = executor.run { question.answer != nil }
        return question.answer
    }

    var drawingCost: DrawingCost { ask { await $0.cost } ?? DrawingCost() }
    var storageCost: StorageCost { ask { await $0.storageCost } ?? StorageCost() }

    /// Ends the app's life; nothing of it is left after this.
    func quit() {
        life.cancel()
        let life = life
        let end = Question({ _ in await life.value }, of: driver, on: executor)
        _ = executor.run { end.answer != nil }
    }
}

/// Something that a driver was asked, and its answer once it is there.
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
