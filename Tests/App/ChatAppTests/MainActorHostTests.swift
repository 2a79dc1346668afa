import Chat
import ChatApp
import ChatList
import ChatStore
import ChatTypes
import CreateChat
import Foundation
import RuntimeKit
import ScreenKit
import SimulatedServer
import SimulationKit
import Testing
import Transport

/// The whole app on main-actor views, which run on the simulation's thread.
@Suite @MainActor struct MainActorHostTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    private let host = MainActorHostSpy()
    private let server: SimulatedChatServer
    private let application: Application

    init() throws {
        let clock = executor.clock
        let environment = ChatEnvironment(
            clock: clock,
            now: { moment(clock.now.offset / .seconds(1)) },
            calendar: Calendar(identifier: .gregorian),
            random: RandomSource(SplitMix64(seed: 1))
        )
        server = try SimulatedChatServer(environment: environment)
        let connection = SimulatedConnection(server: server, environment: environment, conditions: .perfect)
        application = Application(
            environment: environment,
            database: try ChatDatabase(.memory),
            service: connection,
            pushes: connection,
            sockets: connection
        )
    }

    @Test func `a user chats in an app whose views live on the main actor`() async {
        let app = Task(executorPreference: executor) { [application, host] in await application.run(on: host) }
        #expect(await run { host.list?.state?.rows.map(\.preview) == ["Hi, you're here too?"] && host.badge == 1 })

        host.listModule?.send(.createChat)
        #expect(await run { host.form?.state != nil })
        host.formModule?.send(.type("Ada Lovelace"))
        host.formModule?.send(.create)
        #expect(await run { host.chat?.state?.title == "Ada Lovelace" })
        #expect(host.stack.count == 2 && host.form == nil)

        host.chatModule?.send(.send("hello"))
        #expect(await run { host.chat?.state?.rows.map(\.delivery) == [.sending] })
        #expect(await run { host.chat?.state?.rows.map(\.delivery) == [.sent] })
        let chat = ChatID("chat-ada-lovelace")
        Task(executorPreference: executor) { [server] in
            try await server.contactReads(in: chat)
            try await server.contactWrites("Hi!", in: chat)
            try await server.contactWrites("Still there?", in: ChatID("chat-john"))
        }
        #expect(await run { host.chat?.state?.rows.map(\.delivery) == [.read, .received] })
        #expect(await run { host.notifications.map(\.text) == ["Still there?"] && host.badge == 2 })

        weak let view = host.chat
        host.chatModule?.send(.leave)
        #expect(await run { host.stack == [.chatList] && view == nil })
        #expect(host.list?.state?.rows.map(\.unreadCount).sorted() == [0, 2])

        app.cancel()
        let ended = Counter()
        Task {
            await app.value
            ended.increment()
        }
        #expect(await run { ended.value == 1 })
        #expect(await server.connectionCount == 0)
    }

    /// Runs until the condition is met, or for ten virtual minutes; never waits for real time.
    private func run(until condition: () -> Bool) async -> Bool {
        let end = executor.clock.now.advanced(by: .seconds(600))
        var idle = 0
        while !condition() {
            idle = executor.step(by: end) ? 0 : idle + 1
            if idle > 3 { return false }
            // Lets the views run: the main actor serves tasks in order.
            await Task.yield()
        }
        return true
    }
}
