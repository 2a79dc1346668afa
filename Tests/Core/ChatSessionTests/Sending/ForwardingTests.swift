import ChatStore
import ChatTypes
import RuntimeKit
import Testing

@testable import ChatSession

@Suite struct ForwardingTests {
    private static let photo = AttachedFile(id: FileID("f2"), name: "photo.png", type: "image/png", byteCount: 3500)

    private func world(canReuse: Bool = true) throws -> SessionWorld {
        let log = [message(1, text: "*one*"), message(2, text: "look", attachment: Self.photo)]
        let world = try SessionWorld(holding: log) { $0.canReuse = canReuse }
        world.service.hold([message(1)], in: ben)
        world.service.files = [FileID("f2"): Original.bytes(3500)]
        world.run(for: .seconds(1))
        return world
    }

    @discardableResult
    private func forward(_ number: Int, note: String? = nil, in world: SessionWorld) throws -> MessageID {
        try world.perform {
            try await $0.forward(MessageID("m\(number)"), of: ada.id, to: ben.id, note: note)
        }
    }

    @Test func `a forwarded text is sent as it is, and a draft in the other chat stays`() throws {
        let world = try world()
        try world.perform { try await $0.saveDraft("*one*", in: ben.id) }
        try forward(1, in: world)
        world.run(for: .seconds(5))
        #expect(world.service.log(of: ben).last?.text == "*one*")
        // Stars that the author did not mean as formats are none.
        #expect(world.service.log(of: ben).last?.spans == [])
        #expect(
            try world.perform { try await $0.read { try $0.timeline(of: ben.id, in: .newest(1))?.draft } } == "*one*"
        )
    }

    @Test func `a note stands above the text, and the formats move with it`() {
        let text = FormattedText("a bold word", [TextSpan(.strong, start: 2, length: 4)]).below("(not encrypted)")
        #expect(text == FormattedText("(not encrypted)\na bold word", [TextSpan(.strong, start: 18, length: 4)]))
        #expect(!TypedText.emote(FormattedText("waves")).below("(x)").isEmote)
    }

    @Test func `a file that the other chat may use goes without a download or an upload`() throws {
        let world = try world()
        try forward(2, in: world)
        world.run(for: .seconds(5))
        let sent = try #require(world.service.log(of: ben).last)
        #expect(sent.attachment == Self.photo && sent.text == "look" && sent.author == .me)
        #expect(world.service.requests(.download).isEmpty && world.service.requests(.upload).isEmpty)
    }

    @Test func `a file that has to be sent anew is downloaded once, and then copied`() throws {
        let world = try world(canReuse: false)
        #expect(throws: SessionError.notDownloaded("photo.png")) { try forward(2, in: world) }
        world.run(for: .seconds(5))
        #expect(world.service.log(of: ben).count == 1)
        let count = world.service.requests(.download).count
        let id = try forward(2, note: "(not encrypted)", in: world)
        world.run(for: .seconds(5))
        let sent = try #require(world.service.log(of: ben).last)
        #expect(sent.id == id && sent.text == "(not encrypted)\nlook")
        #expect(sent.attachment?.name == "photo.png" && sent.attachment?.id != Self.photo.id)
        #expect(sent.attachment.flatMap { world.service.files[$0.id] } == Original.bytes(3500))
        #expect(world.service.requests(.download).count == count)
    }

    @Test func `a file that waits to be sent is forwarded from its copy, and needs no download`() throws {
        let world = try world()
        world.service.script.before = { request, _ in if request.kind == .upload { throw ServiceError.unreachable } }
        let id = try world.send(Original(3500))
        try world.perform { try await $0.download(id, in: ada.id) }
        try world.perform { try await $0.forward(id, of: ada.id, to: ben.id) }
        world.service.script.before = { _, _ in }
        world.run(for: .seconds(60))
        let file = try #require(world.service.log(of: ben).last?.attachment)
        #expect(world.service.files[file.id] == Original.bytes(3500))
    }

    @Test func `nothing is forwarded of a deleted or missing message, or to a missing chat`() throws {
        let world = try world()
        let id = try world.send("gone")
        world.run(for: .seconds(5))
        try world.perform { try await $0.delete(id, in: ada.id) }
        world.run(for: .seconds(5))
        for missing in [id, MessageID("nowhere")] {
            #expect(throws: SessionError.notForwardable) {
                try world.perform { try await $0.forward(missing, of: ada.id, to: ben.id) }
            }
        }
        #expect(throws: SessionError.unknownChat) {
            try world.perform { try await $0.forward(MessageID("m1"), of: ada.id, to: ChatID("nowhere")) }
        }
        #expect(world.service.log(of: ben).count == 1)
    }

    @Test func `a file without a text is forwarded, a placeholder and an event are not`() throws {
        let world = try world()
        var placeholder = message(4)
        placeholder.editNumber = Message.placeholderNumber
        let event = Message(
            id: MessageID("m5"),
            author: .contact,
            text: ChatEvent.joined.verb,
            event: .joined,
            sentAt: moment(5),
            position: Position(50),
            predecessor: nil
        )
        world.push.bring(news([message(3, text: "", attachment: Self.photo), placeholder, event]))
        world.run(for: .seconds(1))
        for number in [4, 5] {
            #expect(throws: SessionError.notForwardable) { try forward(number, in: world) }
        }
        try forward(3, in: world)
        world.run(for: .seconds(5))
        let sent = try #require(world.service.log(of: ben).last)
        #expect(sent.attachment == Self.photo && sent.text == "" && sent.author == .me)
    }
}
