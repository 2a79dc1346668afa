import Chat
import ChatApp
import ChatList
import ChatStore
import ChatTypes
import CreateChat
import Foundation
import RuntimeKit
import SimulatedServer
import SimulationKit
import Synchronization
import Transport

/// The whole app on a spy, with the simulated server, in virtual time. Everything ends with it.
final class AppWorld: Sendable {
    static let john = ChatID("chat-john")

    let executor: SimulationExecutor
    let environment: ChatEnvironment
    let server: SimulatedChatServer
    let connection: SimulatedConnection
    let application: Application
    let interface = InterfaceSpy()
    private let tasks = Mutex<[Task<Void, Never>]>([])

    /// With a seed, ready tasks run in any order, sometimes late; without one, in order.
    init(
        seed: UInt64? = nil,
        conditions: NetworkConditions = .perfect,
        file: String? = nil,
        journal: URL? = nil,
        contactsLive: Bool = false,
        starting: Date = moment(0),
        schedule: SimulationExecutor.Schedule? = nil,
        runs: Bool = true
    ) throws {
        let executor = SimulationExecutor(seed: seed ?? 1, schedule: schedule ?? (seed == nil ? .inOrder : .shuffled))
        let clock = executor.clock
        var seeds = SplitMix64(seed: seed ?? 1)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        calendar.locale = Locale(identifier: "en_US")
        func environment() -> ChatEnvironment {
            ChatEnvironment(
                clock: clock,
                now: { starting.addingTimeInterval(clock.now.offset / .seconds(1)) },
                calendar: calendar,
                random: RandomSource(SplitMix64(seed: seeds.next()))
            )
        }
        self.executor = executor
        self.environment = environment()
        server = try SimulatedChatServer(environment: environment(), journal: journal.map(ServerJournal.init))
        connection = SimulatedConnection(server: server, environment: environment(), conditions: conditions)
        application = Application(
            environment: self.environment,
            database: try ChatDatabase(file.map { .file(path: $0) } ?? .memory),
            service: connection,
            pushes: connection,
            sockets: connection
        )
        if contactsLive { begin { [server] in await server.run() } }
        if runs { run() }
    }

    deinit { stop() }

    /// Starts the app.
    @discardableResult
    func run() -> Task<Void, Never> {
        begin { [application, interface] in await application.run(on: interface) }
    }

    func stop() {
        for task in tasks.withLock({ $0 }) { task.cancel() }
        executor.run(for: .seconds(1))
    }

    @discardableResult
    func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let task = Task(executorPreference: executor) { await work() }
        tasks.withLock { $0.append(task) }
        return task
    }

    func run(for duration: Duration) { executor.run(for: duration) }

    /// Runs until the condition is met, or for half an hour.
    @discardableResult
    func run(until condition: () -> Bool) -> Bool {
        let end = executor.clock.now.advanced(by: .seconds(1800))
        while !condition() { if !executor.step(by: end) { return condition() } }
        return true
    }

    /// Runs a task to its end.
    @discardableResult
    func perform<Answer: Sendable>(_ work: @escaping @Sendable () async throws -> Answer) throws -> Answer {
        let outcome = Outcome<Answer>()
        begin {
            do {
                let answer = try await work()
                outcome.value.withLock { $0 = .success(answer) }
            } catch {
                outcome.value.withLock { $0 = .failure(error) }
            }
        }
        while outcome.value.withLock({ $0 == nil }), executor.step(by: executor.clock.now) || executor.step() {}
        guard let value = outcome.value.withLock({ $0 }) else { throw NeverEnded() }
        return try value.get()
    }

    func connectionCount() throws -> Int { try perform { [server] in await server.connectionCount } }
}

func moment(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_646_989_200 + seconds) }

struct NeverEnded: Error {}

private final class Outcome<Answer: Sendable>: Sendable {
    let value = Mutex<Result<Answer, any Error>?>(nil)
}

/// A number that tasks count up together.
final class Counter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    @discardableResult
    func increment(by step: Int = 1) -> Int {
        count.withLock { count in
            count += step
            return count
        }
    }
}

/// A file that is deleted with the test.
struct TemporaryFile: ~Copyable {
    let path = FileManager.default.temporaryDirectory.appending(path: "app-\(UUID().uuidString)").path

    deinit {
        for end in ["", "-wal", "-shm", ".files"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
}

extension NetworkConditions {
    /// A network without a connection.
    static var away: NetworkConditions {
        var conditions = NetworkConditions.perfect
        (conditions.requestLossRate, conditions.connectionLifetime) = (1, .milliseconds(1))
        return conditions
    }
}
