import ChatSession
import ChatTypes
import RuntimeKit
import Testing

@Suite struct TypingTests {
    private let world: SessionWorld

    init() throws {
        world = try SessionWorld()
        world.run(for: .seconds(1))
    }

    private func bring(_ isTyping: Bool) {
        world.push.bring(typing: isTyping)
        world.run(for: .milliseconds(10))
    }

    private func isTyping(in chat: ChatID) -> Bool { !world.session.typingAuthors(in: chat).isEmpty }

    @Test func `a typing notice ends when it is stopped or not renewed`() {
        #expect(!isTyping(in: ada.id))
        bring(true)
        #expect(isTyping(in: ada.id) && !isTyping(in: ben.id))
        bring(false)
        #expect(!isTyping(in: ada.id))
        bring(true)
        world.run(for: .seconds(4))
        bring(true)
        world.run(for: .seconds(4))
        #expect(isTyping(in: ada.id))
        world.run(for: .seconds(3))
        #expect(!isTyping(in: ada.id))
    }

    @Test func `a page of older messages does not end typing`() throws {
        let world = try SessionWorld(holding: (1...10).map { message($0) }) { $0.syncLimit = 2 }
        world.service.script.before = { request, _ in if request.kind == .page { throw ServiceError.unreachable } }
        world.run(for: .seconds(5))
        world.service.script.before = { _, _ in }
        for _ in 0..<8 where try world.messages().count < 10 {
            world.push.bring(typing: true)
            world.run(for: .seconds(4))
        }
        #expect(try world.messages().count == 10)
        #expect(!world.session.typingAuthors(in: ada.id).isEmpty)
    }

    @Test func `queries run again when typing begins or ends, not when it is renewed`() throws {
        let (chat, other) = (Counter(), Counter())
        world.listen(to: .chat(ada.id), chat)
        world.listen(to: .chat(ben.id), other)
        world.run(for: .milliseconds(10))
        for isTyping in [true, true, false] { bring(isTyping) }
        #expect(chat.value == 3)
        bring(true)
        world.run(for: .seconds(10))
        #expect(chat.value == 5)
        #expect(other.value == 1)
    }

    @Test func `queries run again when a known message ends typing`() {
        let chat = Counter()
        world.push.bring(news([message(1)]))
        bring(true)
        world.listen(to: .chat(ada.id), chat)
        world.run(for: .milliseconds(10))
        world.push.bring(news([message(1)]))
        world.run(for: .milliseconds(10))
        #expect(!isTyping(in: ada.id))
        #expect(chat.value == 2)
    }

    @Test func `typing is sent every few seconds at most, and at once for another chat`() {
        for _ in 1...50 {
            world.session.noteTyping(in: ada.id)
            world.run(for: .milliseconds(200))
        }
        #expect(world.service.requests(.typing).count == 3)
        world.session.noteTyping(in: ben.id)
        world.run(for: .milliseconds(200))
        #expect(world.service.requests(.typing).last?.what == "true \(ben.id)")
    }

    @Test func `typing ends when the text is sent or given up, and another chat begins`() throws {
        world.session.noteTyping(in: ada.id)
        world.run(for: .milliseconds(200))
        world.session.endTyping(in: ben.id)
        world.session.endTyping(in: ada.id)
        world.session.endTyping(in: ada.id)
        world.run(for: .milliseconds(200))
        #expect(world.service.requests(.typing).map(\.what) == ["true \(ada.id)", "false \(ada.id)"])
        // A new notice is not held back by the one that ended.
        world.session.noteTyping(in: ada.id)
        world.run(for: .milliseconds(200))
        world.session.endTyping(in: ada.id)
        world.session.noteTyping(in: ben.id)
        world.run(for: .milliseconds(200))
        let later = world.service.requests(.typing).dropFirst(2).map(\.what)
        #expect(later == ["true \(ada.id)", "false \(ada.id)", "true \(ben.id)"])
    }

    @Test(arguments: ["text", "reply", "answer"])
    func `a sent text, a reply and an answer in a thread end typing`(way: String) throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        world.session.noteTyping(in: ada.id)
        world.run(for: .milliseconds(200))
        switch way {
        case "reply": try world.perform { try await $0.reply("hello", to: MessageID("m1"), in: ada.id) }
        case "answer": try world.perform { try await $0.send("hello", inThread: MessageID("m1"), of: ada.id) }
        default: try world.send("hello")
        }
        world.run(for: .seconds(1))
        #expect(world.service.requests(.typing).map(\.what) == ["true \(ada.id)", "false \(ada.id)"])
    }

    @Test func `an end that waited behind a slow request is sent`() {
        world.service.script.silent = [.typing]
        world.session.noteTyping(in: ada.id)
        world.run(for: .milliseconds(200))
        world.session.endTyping(in: ada.id)
        world.service.script.silent = []
        world.run(for: .seconds(90))
        #expect(world.service.requests(.typing).last?.what == "false \(ada.id)")
    }

    @Test func `notices that waited behind a slow request are dropped`() {
        world.service.script.silent = [.typing]
        for _ in 1...25 {
            world.session.noteTyping(in: ada.id)
            world.run(for: .milliseconds(200))
        }
        world.service.script.silent = []
        world.run(for: .seconds(90))
        #expect(world.service.requests(.typing).count == 1)
        world.session.noteTyping(in: ada.id)
        world.run(for: .milliseconds(200))
        #expect(world.service.requests(.typing).count == 2)
    }

    @Test func `the number of typing users is limited`() {
        for number in 1...260 {
            world.push.bring(
                typing: true,
                in: ChatHeader(id: ChatID("c\(number)"), contact: ada.contact, createdAt: ada.createdAt)
            )
        }
        world.run(for: .milliseconds(10))
        #expect((1...260).count { isTyping(in: ChatID("c\($0)")) } == 256)
        world.run(for: .seconds(10))
        bring(true)
        #expect(isTyping(in: ada.id))
    }

    @Test func `typingNames has current names of the chat's typing users`() throws {
        let group = group("trip", "Trip")
        let (bea, cy) = (Author.member(ContactID("bea")), Author.member(ContactID("cy")))
        let names = Recorder<[String]>()
        world.begin { await $0.typingNames(in: group.id).follow { names.record($0) } }
        let members = [Membership(member: bea, name: "Bea", number: 1)]
        world.push.bring(news(), ChatUpdate(chat: group, memberships: members))
        bring(true)
        for author in [cy, bea] {
            world.push.bring(typing: true, by: author, in: group)
            world.run(for: .milliseconds(10))
        }
        let renamed = [Membership(member: bea, name: "Beatrice", number: 2)]
        world.push.bring(ChatUpdate(chat: group, memberships: renamed))
        world.run(for: .seconds(10))
        #expect(
            names.values.reduce(into: [[String]]()) { if $0.last != $1 { $0.append($1) } } == [
                [], ["cy"], ["Bea", "cy"], ["Beatrice", "cy"], ["Beatrice"], [],
            ]
        )
        let adas = Recorder<[String]>()
        world.begin { await $0.typingNames(in: ada.id).follow { adas.record($0) } }
        bring(true)
        #expect(adas.values.last == ["Ada Lovelace"])
    }
}
