import Chat
import ChatApp
import ChatTypes
import ScreenKit
import SimulatedServer
import Testing
import Transport

/// Polls: F47.
@Suite struct PollFeatureTests {
    private func polls(_ world: AppWorld) -> [ChatPoll] { world.interface.chat?.rows.compactMap(\.poll) ?? [] }

    @Test func `F47: a poll is asked, voted in and ended, and both people's votes count`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        world.interface.chatModule?.send(.startPoll("Lunch? | Pizza | Soup"))
        world.run(for: .seconds(5))
        let row = try #require(world.interface.chat?.rows.first { $0.poll != nil })
        #expect(row.text == "Poll: Lunch?" && row.poll?.answers.map(\.votes) == [0, 0])
        world.interface.chatModule?.send(.vote(row.id, [2]))
        world.run(for: .seconds(5))
        try world.perform { [server = world.server] in
            try await server.contactVotes(for: ["2"], in: row.id, of: AppWorld.john)
        }
        world.run(for: .seconds(5))
        #expect(
            polls(world).first?.answers == [
                .init(text: "Pizza", votes: 0), .init(text: "Soup", votes: 2, isMine: true),
            ]
        )
        world.interface.chatModule?.send(.vote(row.id, []))
        world.interface.chatModule?.send(.endPoll(row.id))
        world.run(for: .seconds(5))
        #expect(polls(world).first?.answers.map(\.votes) == [0, 1] && polls(world).first?.isEnded == true)
        world.interface.chatModule?.send(.vote(row.id, [1]))
        world.run(for: .seconds(2))
        #expect(world.interface.chat?.problem?.text == "The poll has ended")
    }

    @Test func `F47: a contact's poll is a preview and voted in; a text that is no poll is a problem`() throws {
        let world = try AppWorld()
        world.start()
        let poll = Poll(question: "When?", answers: [.init(id: "x", text: "Now"), .init(id: "y", text: "Later")])
        let message = try world.perform { [server = world.server] in
            try await server.contactAsks(poll, in: AppWorld.john)
        }
        world.run(for: .seconds(2))
        #expect(world.previews.first == "Poll: When?")
        world.open()
        world.interface.chatModule?.send(.vote(message.id, [1]))
        world.run(for: .seconds(5))
        #expect(polls(world).last?.answers.map(\.isMine) == [true, false] && polls(world).last?.voters == 1)
        world.interface.chatModule?.send(.startPoll("Lunch?"))
        world.run(for: .seconds(2))
        #expect(world.interface.chat?.problem?.text == "A poll needs 2 to 20 answers")
    }
}
