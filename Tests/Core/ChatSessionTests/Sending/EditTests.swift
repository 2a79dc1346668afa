import ChatStore
import ChatTypes
import SimulationKit
import Testing

@testable import ChatSession

@Suite struct EditTests {
    private func texts(_ world: SessionWorld) throws -> [String] { try world.messages().map(\.text) }

    @Test(arguments: Seeds.upTo(30))
    func `an edit is retried until the server has it`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed, holding: [message(1)]) { script in
            script.before = { if $0.kind == .edit, $1 < 3 { throw ServiceError.unreachable } }
            script.after = { if $0.kind == .edit, $1 == 3 { throw ServiceError.responseLost } }
        }
        world.run(for: .seconds(10))
        let id = try world.send("Helo")
        world.run(for: .seconds(10))
        try world.perform { try await $0.edit(id, to: "Hello", in: ada.id) }
        #expect(try texts(world).last == "Hello")
        world.run(for: .seconds(90))
        #expect(world.service.log().last?.text == "Hello")
        #expect(world.service.requests(.edit).count == 4)
        #expect(world.service.log().last?.editNumber == 1, "made once")
        #expect(try world.messages().last?.isEdited == true)
    }

    @Test(arguments: Seeds.upTo(30))
    func `a message that is edited while it waits is sent with its last text`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed, holding: [message(1)]) { script in
            script.after = { if $0.kind == .send, $1 == 1 { throw ServiceError.responseLost } }
        }
        world.run(for: .seconds(10))
        let id = try world.send("Helo")
        world.run(for: .milliseconds(Int(seed) * 3))
        try world.perform { try await $0.edit(id, to: "Hello", in: ada.id) }
        world.run(for: .seconds(200))
        #expect(world.service.log().map(\.text) == ["text 1", "Hello"])
        #expect(try texts(world) == ["text 1", "Hello"])
        #expect(try world.deliveries().allSatisfy { $0 != .sending })
    }

    @Test func `a refused edit is undone with its reason and blocks nothing`() throws {
        let world = try SessionWorld(holding: [message(1, from: .me)]) { script in
            script.before = { request, _ in
                if request.kind == .edit { throw ServiceError.refused(.noEdit, text: "No") }
            }
        }
        world.run(for: .seconds(1))
        try world.perform { try await $0.edit(MessageID("m1"), to: "better", in: ada.id) }
        try world.send("Next")
        world.run(for: .seconds(100))
        #expect(world.service.requests(.edit).count == 1)
        #expect(try texts(world) == ["text 1", "Next"])
        #expect(try world.messages().map(\.editFailure) == ["No", nil])
        #expect(try world.deliveries() == [.sent, .sent])
    }

    @Test func `edits on a page change stored messages, even on a page without messages`() throws {
        let log = (1...9).map { message($0) }
        let world = try SessionWorld(holding: Array(log[..<3]))
        world.run(for: .seconds(5))
        world.service.script.syncAnswer = { _, _ in
            SyncPage(updates: [news([log[8]])], next: SyncCursor("9,0"), isComplete: true)
        }
        world.service.script.pageAnswer = { _, count in
            let edit = Annotation(
                author: .contact,
                message: MessageID("m\(count)"),
                kind: .edit(text: "better \(count)"),
                number: 1
            )
            return MessagePage(
                messages: count == 1 ? [] : Array(log[2..<8]),
                annotations: [edit],
                next: PageCursor("more")
            )
        }
        world.push.drop()
        world.run(for: .seconds(60))
        #expect(try texts(world) == ["better 1", "better 2"] + log[2...].map(\.text))
    }

    @Test func `a message that a page reports as deleted becomes a tombstone`() throws {
        let log = (1...9).map { message($0) }
        let world = try SessionWorld(holding: Array(log[..<3]))
        world.run(for: .seconds(5))
        world.service.script.syncAnswer = { _, _ in
            SyncPage(updates: [news([log[8]])], next: SyncCursor("9,0"), isComplete: true)
        }
        world.service.script.pageAnswer = { _, _ in
            let removal = Annotation(author: .contact, message: MessageID("m2"), kind: .deletion)
            return MessagePage(messages: Array(log[3..<8]), annotations: [removal], next: PageCursor("more"))
        }
        world.push.drop()
        world.run(for: .seconds(60))
        #expect(try texts(world) == [log[0].text, ""] + log[2...].map(\.text))
    }

    @Test func `an edit to an empty text is refused`() throws {
        let world = try SessionWorld(holding: [message(1, from: .me)])
        world.run(for: .seconds(1))
        #expect(throws: TextError.empty) {
            try world.perform { try await $0.edit(MessageID("m1"), to: " \n", in: ada.id) }
        }
        #expect(try texts(world) == ["text 1"])
    }

    @Test func `an emote that is edited stays an emote`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        let id = try world.perform { try await $0.send("/me waves", to: ada.id) }
        world.run(for: .seconds(1))
        try world.perform { try await $0.edit(id, to: "nods *twice*", in: ada.id) }
        let edited = try world.messages().first { $0.id == id }
        #expect(edited?.text == "* nods *twice*")
        #expect(edited.map { FormattedText($0.text, $0.spans).isEmote } == true)
        #expect(edited?.spans.contains { $0.kind == .emphasis } == true)
        try world.perform { try await $0.edit(id, to: "/me sits", in: ada.id) }
        #expect(try world.messages().first { $0.id == id }?.text == "* sits")
    }
}
