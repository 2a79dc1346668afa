import ChatSession
import ChatStore
import ChatTypes
import Testing

/// The user's texts in threads.
@Suite struct ThreadTests {
    private static let root = MessageID("m1")
    private let world: SessionWorld

    /// A message, and an answer to it in its thread.
    init() throws {
        var answer = message(2)
        answer.thread = Self.root
        world = try SessionWorld(holding: [message(1), answer])
        world.run(for: .seconds(1))
    }

    @Test func `a reply to an answer is sent in its thread, with a file or without`() throws {
        let original = try Original(10)
        try world.perform { try await $0.reply("yes", to: MessageID("m2"), in: ada.id) }
        try world.perform { try await $0.send(fileAt: original.path, replyingTo: MessageID("m2"), to: ada.id) }
        world.run(for: .seconds(5))
        #expect(world.service.log().map(\.thread) == [nil, Self.root, Self.root, Self.root])
    }

    @Test(arguments: [(nil, "whole", ""), ("m2", "whole", "half"), ("m2", "half", "")])
    func `an answer empties its thread's draft, a reply only one of the same text`(
        answered: String?,
        text: String,
        left: String
    ) throws {
        try world.perform { session in
            try await session.saveDraft("the chat's", in: ada.id)
            try await session.saveDraft("half", of: .thread(Self.root), in: ada.id)
            let answered = answered.map { MessageID($0) }
            try await session.send(text, replyingTo: answered, inThread: Self.root, of: ada.id)
        }
        #expect(try draft(.main) == "the chat's" && draft(.thread(Self.root)) == left)
    }

    @Test func `a file with a text empties the thread's draft of that text, not the chat's`() throws {
        let original = try Original(10)
        try world.perform { session in
            try await session.saveDraft("look", in: ada.id)
            try await session.saveDraft("look", of: .thread(Self.root), in: ada.id)
            try await session.send(fileAt: original.path, text: "look", inThread: Self.root, of: ada.id)
        }
        #expect(try draft(.main) == "look" && draft(.thread(Self.root)) == "")
    }

    private func draft(_ part: TimelinePart) throws -> String? {
        try world.perform {
            try await $0.read { try $0.timeline(of: ada.id, in: .newest(1), part: part)?.draft }
        }
    }

    @Test func `earlier answers are loaded until one comes, past all that stands outside the thread`() throws {
        let log = (1...13).map { number in
            var sent = message(number)
            if [2, 13].contains(number) { sent.thread = Self.root }
            return sent
        }
        let world = try SessionWorld(holding: log) { script in
            script.countsUnread = true
            script.syncAnswer = { _, _ in
                let update = ChatUpdate(chat: ada, messages: [log[12]], receipts: [read(13, by: .me)], unreadCount: 0)
                return SyncPage(updates: [update], next: SyncCursor("now"), isComplete: true)
            }
        }
        func ids() throws -> [String]? {
            try world.perform {
                try await $0.read { try $0.timeline(of: ada.id, in: .newest(9), part: .thread(Self.root)) }
            }?.messages.map(\.id.rawValue)
        }
        world.run(for: .seconds(5))
        #expect(try ids() == ["m13"], "the root may still come")
        for _ in 1...2 {
            try world.perform { try await $0.loadEarlier(in: ada.id, thread: Self.root) }
            #expect(world.service.requests(.page).count == 4, "three messages each, and then no more")
        }
        #expect(try ids() == ["m1", "m2", "m13"])
    }

    @Test func `an answer is read in its thread on the server, and all at once in all threads`() throws {
        world.session.setTopChat(ada.id, showing: .thread(Self.root))
        try world.perform { try await $0.markRead(ada.id, upTo: MessageID("m2"), thread: Self.root) }
        world.run(for: .seconds(1))
        try world.perform { try await $0.markAllRead() }
        world.run(for: .seconds(1))
        #expect(world.service.receipts.map(\.scope) == [.thread(Self.root), .everything])
    }
}
