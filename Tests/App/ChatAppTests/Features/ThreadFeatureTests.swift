import Chat
import ChatApp
import ChatSession
import ChatStore
import ChatTypes
import Foundation
import ScreenKit
import SimulatedServer
import Testing
import Transport

/// Threads: F39.
@Suite struct ThreadFeatureTests {
    private let world: AppWorld
    private let root: MessageID

    /// The chat with John, who has asked something, is on screen.
    init() throws {
        world = try AppWorld()
        world.start()
        root = try world.contactWrites("Six or seven?").id
        world.open()
    }

    private func openThread() {
        world.interface.chatModule?.send(.openThread(root))
        world.run { [world, root] in
            world.interface.top == .thread(root, of: AppWorld.john) && world.interface.chat?.part == .thread(root)
                && world.interface.chat?.rows.isEmpty == false
        }
        world.run(for: .seconds(1))
    }

    private func johnAnswers(_ text: String) throws {
        try world.perform { [server = world.server, root] in
            try await server.contactWrites(text, inThread: root, in: AppWorld.john)
        }
        world.run(for: .seconds(1))
    }

    private func summary() throws -> ThreadSummary? {
        try world.perform { [session = world.application.session, root] in
            try await session.read { reader in
                try reader.timeline(of: AppWorld.john, in: .newest(50), part: .main)?.messages
                    .first { $0.id == root }?.thread
            }
        }
    }

    @Test func `F39: an answer is sent and received in its thread, and stands nowhere else`() throws {
        openThread()
        world.interface.chatModule?.send(.draft("Sev"))
        try world.send("Seven")
        world.run(for: .seconds(1))
        try johnAnswers("Fine")
        #expect(world.texts == ["Six or seven?", "Seven", "Fine"])
        #expect(try world.log().suffix(2).map(\.thread) == [root, root])
        #expect(try summary()?.answerCount == 2 && summary()?.unreadCount == 0, "it was on screen")
        #expect(world.interface.chat?.rows[0].thread == nil, "the answers are on the same screen")
        let main = try world.perform { [session = world.application.session] in
            try await session.read { try $0.timeline(of: AppWorld.john, in: .newest(50), part: .main) }
        }
        #expect(main?.messages.contains { $0.inThread != nil } == false)
    }

    @Test func `F39: a reply, a poll and a file go to the thread in which they are made`() throws {
        try johnAnswers("Well?")
        openThread()
        let answer = try #require(world.interface.chat?.rows.last?.id)
        let file = TemporaryFile()
        try Data("text".utf8).write(to: URL(filePath: file.path))
        let actions = [
            ChatAction.reply(answer, "Seven"), .startPoll("Sure? | Yes | No"), .sendFile(path: file.path),
        ]
        for action in actions {
            world.interface.chatModule?.send(action)
            world.run(for: .seconds(5))
        }
        let sent = try world.log().suffix(3)
        #expect(sent.map(\.thread) == [root, root, root])
        #expect(sent.map(\.repliesTo) == [answer, nil, nil])
        #expect(sent.map { $0.poll != nil } == [false, true, false] && sent.last?.attachment != nil)
        world.interface.chatModule?.send(.loadEarlier)
        world.run(for: .seconds(1))
        #expect(world.texts.first == "Six or seven?" && world.interface.chat?.problem == nil)
    }

    @Test func `F39: an answer counts as unread until its thread is on screen`() throws {
        try johnAnswers("Well?")
        #expect(try summary()?.unreadCount == 1 && world.unreadCount(of: AppWorld.john) == 1)
        #expect(world.interface.chat?.rows.last?.thread?.countText == "1 answer, 1 unread")
        openThread()
        #expect(try summary()?.unreadCount == 0 && world.unreadCount(of: AppWorld.john) == 0)
        world.interface.chatModule?.send(.leave)
        world.run { [world] in world.interface.top == .chat(AppWorld.john) }
    }

    @Test func `F39: the list of threads leads to each, and nothing is sent from it`() throws {
        try johnAnswers("Well?")
        world.interface.chatModule?.send(.showThreads)
        world.run { [world] in world.interface.chat?.part == .threads && world.interface.chat?.rows.count == 1 }
        try world.send("lost?")
        world.run(for: .seconds(1))
        #expect(world.interface.chat?.problem != nil && world.interface.chat?.canWrite == false)
        #expect(try world.log().last?.text == "Well?")
        openThread()
        #expect(world.texts == ["Six or seven?", "Well?"])
    }

    @Test func `F39: a message of a thread that was found opens in its thread, above the chat at the root`() throws {
        try johnAnswers("Well?")
        try johnAnswers("Seven, then")
        openThread()
        let answer = try #require(world.interface.chat?.rows.first { $0.text == "Well?" }?.id)
        world.interface.chatModule?.send(.leave)
        world.run { [world] in world.interface.top == .chat(AppWorld.john) }
        let shown = world.interface.stacks.count
        // As a search result, a pin or a picture does, and a link from outside.
        world.application.open(AppWorld.john, at: answer)
        world.run { [world] in
            world.interface.chat?.part == .thread(root) && world.interface.chat?.found == answer
                && world.interface.stacks.count > shown
        }
        let stack: [AppScreen] = [
            .chatList, .chat(AppWorld.john, at: root), .thread(root, of: AppWorld.john, at: answer),
        ]
        #expect(world.interface.stacks.dropFirst(shown) == [stack], "the chat below is not on top before")
        #expect(world.texts == ["Six or seven?", "Well?", "Seven, then"])
        world.interface.chatModule?.send(.leave)
        world.run { [world] in world.interface.top == .chat(AppWorld.john, at: root) }
        world.run(for: .seconds(1))
        world.application.open(AppWorld.john, at: root)
        world.run(for: .seconds(1))
        #expect(world.interface.top == .chat(AppWorld.john, at: root), "the root stands outside its thread")
    }

    @Test func `F39: no thread begins with an answer`() throws {
        try johnAnswers("Well?")
        openThread()
        let answer = try #require(world.interface.chat?.rows.last?.id)
        world.interface.chatModule?.send(.openThread(answer))
        world.run(for: .seconds(1))
        #expect(world.interface.top == .thread(root, of: AppWorld.john) && world.interface.chat?.problem != nil)
    }
}
