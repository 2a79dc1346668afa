import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatSession
import ChatStore
import ChatTypes
import ScreenKit
import SimulationKit
import Synchronization
import Testing
import Transport

/// The details of a chat: F29.
@Suite struct DetailsFeatureTests {
    @Test func `F29: a chat of two shows the contact alone, and a refusal to leave`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        world.openDetails()
        #expect(world.interface.details?.title == "John" && world.interface.details?.subtitle == nil)
        #expect(world.interface.details?.rows.map(\.name) == ["John"])
        let module = world.interface.detailsModule
        try world.perform { await module?.perform(.leaveChat) }
        #expect(world.interface.details?.problem?.text.hasSuffix("neither joined nor left") == true)
        #expect(world.interface.top == .details(of: AppWorld.john), "the screen stays")
    }

    @Test func `F29: a chat is muted from its details`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        world.openDetails()
        let module = world.interface.detailsModule
        try world.perform { await module?.perform(.setNotifications(.muted)) }
        #expect(world.interface.details?.notifications == .muted && world.interface.chat?.isMuted == true)
    }

    @Test func `F29: a chat under its details is not looked at`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        world.openDetails()
        try world.contactWrites("Hear me?")
        #expect(world.interface.notifications.map(\.text) == ["Hear me?"] && world.interface.badge == 1)
        world.interface.detailsModule?.send(.leave)
        world.run { world.interface.top == .chat(AppWorld.john) }
        world.run(for: .seconds(1))
        #expect(world.interface.badge == nil)
    }

    @Test(arguments: Seeds.upTo(20))
    func `a double tap opens details once, and leaving them twice leaves one screen`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        world.open()
        for _ in 1...3 { world.interface.chatModule?.send(.showDetails) }
        world.run(for: .seconds(5))
        #expect(world.interface.stacks.last == [.chatList, .chat(AppWorld.john), .details(of: AppWorld.john)])
        for _ in 1...3 { world.interface.detailsModule?.send(.leave) }
        world.run(for: .seconds(5))
        #expect(world.interface.stacks.last == [.chatList, .chat(AppWorld.john)])
    }

    @Test(arguments: Seeds.upTo(20))
    func `a chat opened from outside above its details returns to the chat below`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        let message = try world.contactWrites("here").id
        for isReplacing in [false, true] {
            world.open()
            world.openDetails()
            world.application.open(AppWorld.john, replacingTop: isReplacing)
            world.run(for: .seconds(5))
            #expect(world.interface.stacks.last == [.chatList, .chat(AppWorld.john)])
            world.leaveChat()
        }
        world.open()
        world.openDetails()
        world.application.open(AppWorld.john, at: message)
        world.run(for: .seconds(5))
        #expect(
            world.interface.stacks.last == [.chatList, .chat(AppWorld.john, at: message)],
            "what takes the place of a chat's details takes the chat's own"
        )
    }

    @Test func `leaveChat asks the server to leave`() throws {
        let world = try AppWorld(runs: false)
        let server = LettingOut()
        let session = Session(
            environment: world.environment,
            database: try ChatDatabase(.memory),
            service: server,
            pushes: world.connection,
            sockets: world.connection
        )
        try world.perform { try await session.setMembership(.leave, in: AppWorld.john) }
        #expect(server.asked.withLock { $0 } == ["leave chat-john"])
    }
}

/// A server that can do one thing only.
private final class LettingOut: UnreachableService {
    let asked = Mutex<[String]>([])

    func setMembership(_ membership: ChatMembership, in chat: ChatID) async throws -> Int64? {
        asked.withLock { $0.append("\(membership) \(chat)") }
        return nil
    }
}
