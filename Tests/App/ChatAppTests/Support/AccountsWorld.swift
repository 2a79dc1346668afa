import Chat
import ChatApp
import ChatList
import ChatStore
import ChatTypes
import Foundation
import RuntimeKit
import ScreenKit
import SimulatedServer
import SimulationKit
import Synchronization
import Transport

/// Two accounts as one app on a spy, each with a simulated server of its own, in virtual time.
final class AccountsWorld: Sendable {
    static let home = AccountName("@me:home")
    static let work = AccountName("@me:work")

    let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    let servers: [SimulatedChatServer]
    let connections: [SimulatedConnection]
    let application: Application
    let interface = InterfaceSpy()
    private let tasks = Mutex<[Task<Void, Never>]>([])

    /// - Parameter workConditions: the network of the second account.
    init(workConditions: NetworkConditions = .perfect) throws {
        let clock = executor.clock
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        calendar.locale = Locale(identifier: "en_US")
        var seeds = SplitMix64(seed: 1)
        func environment() -> ChatEnvironment {
            ChatEnvironment(
                clock: clock,
                now: { moment(clock.now.offset / .seconds(1)) },
                calendar: calendar,
                random: RandomSource(SplitMix64(seed: seeds.next()))
            )
        }
        var (servers, connections): ([SimulatedChatServer], [SimulatedConnection]) = ([], [])
        var apps: [(name: AccountName, application: Application)] = []
        for (name, conditions) in [(Self.home, NetworkConditions.perfect), (Self.work, workConditions)] {
            let server = try SimulatedChatServer(environment: environment())
            let connection = SimulatedConnection(server: server, environment: environment(), conditions: conditions)
            let application = Application(
                environment: environment(),
                database: try ChatDatabase(.memory),
                service: connection,
                pushes: connection,
                sockets: connection
            )
            servers.append(server)
            connections.append(connection)
            apps.append((name, application))
        }
        (self.servers, self.connections) = (servers, connections)
        application = Application(joining: apps)
        begin { [application, interface] in await application.run(on: interface) }
        executor.run(for: .seconds(5))
    }

    deinit {
        for task in tasks.withLock({ $0 }) { task.cancel() }
        executor.run(for: .seconds(1))
    }

    func begin(_ work: @escaping @Sendable () async -> Void) {
        let task = Task(executorPreference: executor) { await work() }
        tasks.withLock { $0.append(task) }
    }

    func run(for duration: Duration = .seconds(5)) { executor.run(for: duration) }

    /// Runs a task, and the app for five seconds.
    func perform(_ work: @escaping @Sendable () async throws -> Void) {
        begin { try? await work() }
        run()
    }

    /// The rows of the list: the account, the title and what tells it from others.
    var rows: [String] {
        (interface.list?.rows ?? []).map { row in
            "\(row.id.chat.account?.rawValue ?? "none"): \(row.title)" + (row.distinction.map { " (\($0))" } ?? "")
        }
    }

    func open(_ chat: ChatID) {
        interface.listModule?.send(.open(ChatSummary.ID(chat: chat)))
        run()
    }

    /// The texts that an account's server has of John's chat.
    func texts(of account: Int) -> [String] {
        let found = Mutex<[String]>([])
        perform { [servers] in
            let log = await servers[account].log(of: AppWorld.john)
            found.withLock { $0 = log.map(\.text) }
        }
        return found.withLock { $0 }
    }
}
