import ChatTypes
import Foundation
import RuntimeKit
import SimulationKit
import Synchronization
import Transport

@testable import SimulatedServer

/// A simulated server and one app's connection to it, in virtual time.
///
/// A test with unfinished work calls `end()`, because its task and the world retain each other.
final class SimulatedWorld: Sendable {
    static let john = ChatID("chat-john")

    let executor: SimulationExecutor
    let environment: ChatEnvironment
    let server: SimulatedChatServer
    let connection: SimulatedConnection
    private let begun = Mutex<[Task<Void, Never>]>([])

    init(
        seed: UInt64 = 1,
        conditions: NetworkConditions = .perfect,
        journal: URL? = nil,
        schedule: SimulationExecutor.Schedule = .inOrder,
        startingAt start: Date = Date(timeIntervalSince1970: 1_647_000_000)
    ) throws {
        let executor = SimulationExecutor(seed: seed, schedule: schedule)
        let environment = ChatEnvironment(
            clock: executor.clock,
            now: { start.addingTimeInterval(executor.clock.now.offset / .seconds(1)) },
            calendar: Calendar(identifier: .gregorian),
            random: RandomSource(SplitMix64(seed: seed))
        )
        self.executor = executor
        self.environment = environment
        server = try SimulatedChatServer(environment: environment, journal: journal.map(ServerJournal.init))
        connection = SimulatedConnection(server: server, environment: environment, conditions: conditions)
    }

    /// Seconds of virtual time since the beginning.
    var seconds: Double { executor.clock.now.offset / .seconds(1) }

    /// Starts work that runs until it ends or is cancelled.
    @discardableResult
    func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let task = Task(executorPreference: executor) { await work() }
        begun.withLock { $0.append(task) }
        return task
    }

    /// Cancels all work and waits for its end.
    func end() {
        for task in begun.withLock({ $0 }) { task.cancel() }
        _ = executor.run(until: { false })
    }

    /// Runs `work` to its end, however long it takes in virtual time.
    @discardableResult
    func run<Answer: Sendable>(_ work: @escaping @Sendable () async throws -> Answer) throws -> Answer {
        let outcome = Outcome<Answer>()
        begin {
            do {
                let answer = try await work()
                outcome.value.withLock { $0 = .success(answer) }
            } catch {
                outcome.value.withLock { $0 = .failure(error) }
            }
        }
        _ = executor.run(until: { outcome.value.withLock { $0 != nil } })
        guard let value = outcome.value.withLock({ $0 }) else { throw NeverEnded() }
        return try value.get()
    }

    func run(for duration: Duration) {
        executor.run(for: duration)
    }

    /// Returns a message of the user's with the number in its ID.
    func outgoing(_ number: Int, _ text: String = "Hello", to chat: ChatID = john) -> OutgoingMessage {
        OutgoingMessage(id: MessageID("own-\(number)"), chat: chat, text: text)
    }
}

struct NeverEnded: Error {}

private final class Outcome<Answer: Sendable>: Sendable {
    let value = Mutex<Result<Answer, any Error>?>(nil)
}

extension OutgoingAnnotation {
    /// An edit of the user's.
    static func edit(_ id: String, of message: String, to text: String, in chat: ChatID) -> OutgoingAnnotation {
        OutgoingAnnotation(id: MessageID(id), of: MessageID(message), in: chat, kind: .edit(text: text))
    }
}
