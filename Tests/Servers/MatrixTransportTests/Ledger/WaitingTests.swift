import ChatTypes
import JSONKit
import SQLiteKit
import Testing

@testable import MatrixCrypto
@testable import MatrixTransport

/// Encrypted events that wait for their keys.
@Suite struct WaitingTests {
    private let folder: Folder
    private let ledger: MatrixLedger

    init() throws {
        folder = try Folder()
        ledger = try folder.open()
    }

    private func encrypted(_ number: Int, replacing event: String? = nil, session: String = "s") -> String {
        let relation = event.map { #","m.relates_to":{"rel_type":"m.replace","event_id":"\#($0)"}"# } ?? ""
        return """
            {"type":"m.room.encrypted","event_id":"$\(number)","sender":"@ada:test","origin_server_ts":\(1000 * number),\
            "content":{"algorithm":"m.megolm.v1.aes-sha2","session_id":"\(session)","ciphertext":"x"\(relation)}}
            """
    }

    /// Stores a sync response whose encrypted events wait for the session `s`.
    @discardableResult
    private func apply(_ next: String, _ timeline: String, since: String?, in ledger: MatrixLedger? = nil) async throws
        -> [ChatUpdate]
    {
        var response = try syncAnswer(answer(next, timeline, state: adasRoomState))
        for index in response.joined[0].update.timeline.indices
        where response.joined[0].update.timeline[index].isEncrypted {
            response.joined[0].update.timeline[index].reading = .waiting(session: SessionID("s"), .noKey)
        }
        return try await (ledger ?? self.ledger).apply(response, since: since)
    }

    private func waiting(_ session: String = "s", in ledger: MatrixLedger? = nil) async throws -> [RoomEvent] {
        try await (ledger ?? self.ledger).read { try $0.waitingEvents(of: [SessionID(session)], in: room) }
    }

    private func content(_ text: String, _ more: String = "", doubt: SenderDoubt? = nil) throws -> Decryption {
        .readable("m.room.message", try json(#"{"msgtype":"m.text","body":"\#(text)"\#(more)}"#), doubt: doubt)
    }

    private func read(_ events: [RoomEvent]) async throws -> ChatUpdate? {
        try await ledger.write { try $0.setRead(events, in: room) }
    }

    private func due(_ ledger: MatrixLedger, since: String?, next: String) async throws -> [ChatUpdate] {
        try await ledger.write { try $0.dueReadable(since: since, next: next) }
    }

    @Test func `a readable edit of a waiting event is kept for its content`() async throws {
        var response = try syncAnswer(answer("1", encrypted(2), state: adasRoomState))
        response.joined[0].update.timeline[0].reading = .waiting(session: SessionID("s"), .noKey)
        response.joined[0].update.timeline[0].newestEdit = try RoomEvent(json(replacement("$3", of: "$2", "new")))
        let first = try await ledger.apply(response, since: nil)[0].messages[0]
        #expect(first.isPlaceholder && first.text == "Encrypted message: waiting for its key")
        let mention = try content("old", #","m.mentions":{"user_ids":["@me:test"]}"#)
        let update = try await read(try await waiting().map { $0.with(mention) })
        #expect(update?.messages.map(\.text) == ["new"])
        #expect(update?.messages.first?.editNumber ?? 0 > 0)
        #expect(try await due(ledger, since: "1", next: "2").first?.messages.map(\.text) == ["new"], "also once more")
    }

    @Test func `an edit in the clear that comes with an encrypted message is marked as what it is`() async throws {
        let timeline = "\(state("m.room.encryption", "{}")),\(encrypted(2))"
        var response = try syncAnswer(answer("1", timeline, state: adasRoomState))
        let old = ProvedContent(
            type: "m.room.message",
            content: try json(#"{"msgtype":"m.text","body":"old"}"#),
            doubt: nil
        )
        response.joined[0].update.timeline[1].reading = .proved(old)
        response.joined[0].update.timeline[1].newestEdit = try RoomEvent(json(replacement("$3", of: "$2", "new")))
        let message = try await ledger.apply(response, since: nil).flatMap(\.messages).last.unwrapped()
        #expect(message.text == "new" && message.senderWarning == .unencrypted)
    }

    @Test func `a waiting event has a place, and its content takes the place later`() async throws {
        let updates = try await apply("1", "\(text(1)),\(encrypted(2)),\(text(3))", since: nil)
        let message = updates[0].messages[1]
        #expect(message.text == "Encrypted message: waiting for its key" && message.isPlaceholder)
        let events = try await waiting().map { $0.with(try content("Hello")) }
        let update = try await read(events)
        let readable = try update?.messages.first.unwrapped()
        #expect(readable?.text == "Hello" && readable?.isPlaceholder == false)
        #expect(readable?.id == message.id && readable?.position == message.position)
        #expect(readable?.predecessor == message.predecessor)
        #expect(try await waiting().isEmpty)
        #expect(try await ledger.read { try $0.waiting.sessions() }.isEmpty, "no key is asked for again")
    }

    @Test(arguments: [UnreadableReason.unknownAlgorithm, .malformed, .notAuthentic, .replayed])
    func `a later process gives the same reason why an event is unreadable`(_ reason: UnreadableReason) async throws {
        try await apply("1", encrypted(1), since: nil)
        let update = try await read(try await waiting().map { $0.with(.unreadable(reason)) })
        let again = try await due(folder.open(), since: "1", next: "2").flatMap(\.messages)
        #expect(again.count == 1 && again.map(\.text) == update?.messages.map(\.text))
    }

    @Test func `an edit in the clear that came before its encrypted message is warned of`() async throws {
        let encryption = state("m.room.encryption", "{}")
        let edit = answer("1", replacement("$e", of: "$2", "forged"), state: "\(adasRoomState),\(encryption)")
        _ = try await ledger.apply(syncAnswer(edit), since: nil)
        var response = try syncAnswer(answer("2", encrypted(2)))
        response.joined[0].update.timeline = try response.joined[0].update.timeline.map {
            $0.with(try content("Hello"))
        }
        let message = try await ledger.apply(response, since: "1").flatMap(\.messages).first
        #expect(message?.text == "forged" && message?.senderWarning == .unencrypted)
    }

    private var isEncrypted: Bool {
        get async throws { try await ledger.read { try $0.rooms.isEncrypted(room) } }
    }

    @Test(arguments: [nil, SenderDoubt.unsigned], [true, false])
    func `a room that is held for plain is encrypted once a proved message was read`(
        doubt: SenderDoubt?,
        isLate: Bool
    ) async throws {
        let content = try content("Hello", doubt: doubt)
        if isLate {
            try await apply("1", encrypted(1), since: nil)
            #expect(try await !isEncrypted)
            _ = try await read(try await waiting().map { $0.with(content) })
        } else {
            var response = try syncAnswer(answer("1", encrypted(1), state: adasRoomState))
            let timeline = response.joined[0].update.timeline
            response.joined[0].update.timeline = timeline.map { $0.with(content) }
            _ = try await ledger.apply(response, since: nil)
        }
        #expect(try await isEncrypted == (doubt == nil))
    }

    @Test func `a room that is held for plain is encrypted once a page has a proved message`() async throws {
        let nine = try await apply("1", text(9), since: nil)[0].messages[0]
        let page = [try RoomEvent(json(encrypted(1))).unwrapped().with(try content("Hello"))]
        let key = try await ledger.read { try $0.rooms.room(room)?.key }.unwrapped()
        _ = try await ledger.apply(page: page, before: nine.position.rawValue, end: nil, in: key)
        #expect(try await isEncrypted)
    }

    @Test func `a refused request to encrypt leaves a room encrypted in which a proved message was read`() async throws
    {
        try await apply("1", encrypted(1), since: nil)
        #expect(try await ledger.write { try $0.rooms.askForEncryption(of: room) })
        let content = try content("Hello")
        _ = try await read(try await waiting().map { $0.with(content) })
        try await ledger.write { try $0.rooms.takeBackEncryption(of: room) }
        #expect(try await isEncrypted)
    }

    @Test func `events that wait for several keys come in the order of the timeline, then edits`() async throws {
        let timeline = [encrypted(3, replacing: "$9"), encrypted(9), encrypted(10), encrypted(2)].joined(separator: ",")
        var response = try syncAnswer(answer("1", timeline, state: adasRoomState))
        for (index, session) in ["u", "t", "s", "t"].enumerated() {
            response.joined[0].update.timeline[index].reading = .waiting(session: SessionID(session), .noKey)
        }
        _ = try await ledger.apply(response, since: nil)
        let sessions = ["s", "t", "u", "s"].map { SessionID($0) }
        let waiting = try await ledger.read { try $0.waitingEvents(of: sessions, in: room) }
        #expect(waiting.map(\.id.rawValue) == ["$9", "$10", "$2", "$3"])
    }

    @Test func `one member of a group does not decide that it is encrypted`() async throws {
        var response = try syncAnswer(groupAnswer("1", encrypted(1), state: gardenState))
        let content = try content("Hello", doubt: nil)
        response.joined[0].update.timeline = response.joined[0].update.timeline.map { $0.with(content) }
        _ = try await ledger.apply(response, since: nil)
        #expect(try await !isEncrypted)
    }

    @Test(arguments: [
        ("m.room.message", "asked to compare emoji, to verify each other's devices"),
        ("m.key.verification.mac", "compared emoji"),
    ])
    func `an event of a verification whose key comes late is a quiet line`(type: String, text: String) async throws {
        try await apply("1", encrypted(1), since: nil)
        let content = try json(#"{"msgtype":"m.key.verification.request","body":"Please"}"#)
        let events = try await waiting().map { $0.with(.readable(type, content)) }
        let message = try await read(events)?.messages.first.unwrapped()
        #expect(message?.text == text && message?.event == .called && message?.isPlaceholder == false)
    }

    @Test func `a readable event is delivered until a sync asks from behind it, also by a later process`() async throws
    {
        try await apply("1", "\(encrypted(1))", since: nil)
        _ = try await read(try await waiting().map { $0.with(try content("Hello")) })
        let all = try await ledger.write { try $0.due(since: "1", next: "2") }
        #expect(all.flatMap(\.messages).map(\.text) == ["Hello"], "with what else is due")
        let later = try folder.open()
        #expect(try await due(later, since: "1", next: "3").flatMap(\.messages).map(\.text) == ["Hello"])
        #expect(try await due(later, since: "3", next: "4").isEmpty)
    }

    @Test func `a cursor that does not move confirms no readable event`() async throws {
        try await apply("1", "\(encrypted(1))", since: nil)
        let doubtful = try await waiting().map { $0.with(try content("Hello", doubt: .unsigned)) }
        _ = try await read(doubtful)
        for next in ["1", "1", "2", "2"] {
            let messages = try await due(ledger, since: "1", next: next).flatMap(\.messages)
            #expect(messages.map(\.text) == ["Hello"])
        }
        #expect(try await due(ledger, since: "2", next: "3").isEmpty)
    }

    @Test func `what a key proves is kept with its doubt until the session has it, and not mixed with the event`()
        async throws
    {
        try await apply("1", "\(encrypted(1)),\(state("m.room.encryption", "{}"))", since: nil)
        let doubtful = try await waiting().map { $0.with(try content("Hello", doubt: .unsigned)) }
        #expect(try await read(doubtful)?.messages.map(\.senderWarning) == [.unsignedDevice])
        let later = try folder.open()
        let again = try await due(later, since: "1", next: "2").flatMap(\.messages)
        #expect(again.map(\.text) == ["Hello"] && again.map(\.senderWarning) == [.unsignedDevice])
        let json = try await later.read { try $0.rooms.connection.first("SELECT json FROM waiting") { $0.text(0) } }
        #expect(json?.contains("m.room.encrypted") == true && json?.contains("Hello") == false)
    }

    @Test func `readable events of version 14, which replaced the event, are still delivered`() async throws {
        try await apply("1", "\(encrypted(1)),\(state("m.room.encryption", "{}"))", since: nil)
        _ = try await read(try await waiting().map { $0.with(try content("Hello")) })
        try folder.downgrade(to: 14)
        let merged = #"{"type":"m.room.message","content":{"msgtype":"m.text","body":"Hello"},"#
        try folder.execute("UPDATE waiting SET json = replace(json, '{\"type\":\"m.room.encrypted\",', '\(merged)')")
        let messages = try await due(folder.open(), since: "1", next: "2").flatMap(\.messages)
        #expect(messages.map(\.text) == ["Hello"])
        #expect(messages.map(\.senderWarning) == [.unprovedKey], "who sent the key was not stored then")
    }

    @Test func `an edit without its key changes nothing until the key comes`() async throws {
        let updates = try await apply("1", "\(text(1)),\(encrypted(2, replacing: "$1"))", since: nil)
        #expect(updates[0].messages.map(\.text) == ["text 1"] && updates[0].annotations.isEmpty)
        let edit = try content("* new", #","m.new_content":{"msgtype":"m.text","body":"new"}"#)
        let update = try await read(try await waiting().map { $0.with(edit) })
        #expect(update?.messages.isEmpty == true)
        #expect(update?.annotations.map(\.kind) == [.edit(text: "new")])
        #expect(update?.annotations.map(\.message) == [MessageID("$1")])
    }

    @Test func `an edit without its key waits also if it comes with a page of history`() async throws {
        try await apply("1", text(3), since: nil)
        var page = try [encrypted(2, replacing: "$1"), text(1)].map { try RoomEvent(json($0)).unwrapped() }
        page[0].reading = .waiting(session: SessionID("s"), .noKey)
        let position = try await ledger.places(in: room).values.map(\.rawValue).min().unwrapped()
        let (older, key) = (page, try await ledger.read { try $0.rooms.room(room)?.key }.unwrapped())
        let read = try await ledger.apply(page: older, before: position, end: nil, in: key)
        #expect(read.messages.map(\.text) == ["text 1"] && read.annotations.isEmpty)
        #expect(try await waiting().map(\.id) == [MessageID("$2")])
        let edit = try content("* new", #","m.new_content":{"msgtype":"m.text","body":"new"}"#)
        let update = try await self.read(try await waiting().map { $0.with(edit) })
        #expect(update?.annotations.map(\.kind) == [.edit(text: "new")])
    }

    @Test func `an event that proves unreadable says so for good`() async throws {
        try await apply("1", "\(encrypted(1))", since: nil)
        let update = try await read(try await waiting().map { $0.with(.unreadable(.replayed)) })
        let message = try update?.messages.first.unwrapped()
        #expect(message?.text == "Encrypted message: it repeats an earlier one and is not shown")
        #expect(message?.isPlaceholder == false && message?.isUnreadable == true)
    }

    @Test func `an event that the first key cannot read is read once the right key comes`() async throws {
        try await apply("1", "\(encrypted(1)),\(encrypted(2))", since: nil)
        let early = Decryption.waiting(session: SessionID("s"), .beforeKey)
        let events = try await waiting()
        let update = try await read([events[0].with(early), events[1].with(try content("Later"))])
        #expect(update?.messages.map(\.text) == ["Later"], "what waits on is as it was")
        #expect(try await read([events[0].with(early)]) == nil)
        #expect(try await due(ledger, since: "1", next: "2").flatMap(\.messages).map(\.text) == ["Later"])
        #expect(try await ledger.read { try $0.waiting.sessions() }.count == 1, "its key is still asked for")
        let right = try await read(try await waiting().map { $0.with(try content("Hello")) })
        #expect(right?.messages.map(\.text) == ["Hello"])
    }

    @Test func `a deleted event waits no longer`() async throws {
        try await apply("1", "\(encrypted(1)),\(encrypted(2))", since: nil)
        let removal = #"{"type":"m.room.redaction","event_id":"$r","sender":"@ada:test","redacts":"$1","content":{}}"#
        try await apply("2", removal, since: "1")
        #expect(try await waiting().map(\.id) == [MessageID("$2")], "the other one goes on waiting")
    }

    @Test(arguments: [(2 << 20, 1), (2 << 20 + 1, 0)])
    func `an event as long as a key may read waits, and a longer one does not`(_ length: Int, _ count: Int) async throws
    {
        let short = encrypted(1)
        let secret = String(repeating: "x", count: length - short.utf8.count + 1)
        try await apply("1", short.replacing(#""ciphertext":"x""#, with: #""ciphertext":"\#(secret)""#), since: nil)
        #expect(try await waiting().count == count)
    }

    @Test func `a message whose key came late takes edits of its own kind only`() async throws {
        try await apply("1", encrypted(2), since: nil)
        _ = try await read(try await waiting().map { $0.with(try content("Hello")) })
        let edits = "\(captionEdit(of: "$2", "picture")),\(replacement("$e2", of: "$2", "text"))"
        let update = try await ledger.apply(syncAnswer(answer("2", edits)), since: "1").first
        #expect(update?.annotations.map(\.kind) == [.edit(text: "text")])
    }

    @Test func `other sessions and rooms go on waiting`() async throws {
        try await apply("1", "\(encrypted(1))", since: nil)
        #expect(try await waiting("other").isEmpty)
        #expect(try await ledger.read { try $0.waitingEvents(of: [SessionID("s")], in: ChatID("!other:test")) }.isEmpty)
        let sessions = try await ledger.read { try $0.waiting.sessions() }
        #expect(sessions.map(\.session) == [SessionID("s")] && sessions.map(\.room) == [room])
    }

    @Test(arguments: ["m.room.redaction", "m.room.member", "m.room.encrypted"])
    func `deletions and room state inside an encrypted event are refused`(_ type: String) async throws {
        let event = try RoomEvent(json(encrypted(1))).unwrapped()
        let decrypted = event.with(.readable(type, try json(##"{"redacts":"$0","membership":"join"}"##)))
        #expect(decrypted.redacted == nil && !decrypted.isMembership)
        #expect(decrypted.reading.placeholder == "Encrypted message: its content is damaged")
    }

    @Test func `a relation inside the encrypted content is ignored`() async throws {
        try await apply("1", encrypted(1), since: nil)
        let inner =
            #","m.relates_to":{"rel_type":"m.replace","event_id":"$9"},"m.new_content":{"msgtype":"m.text","body":"new"}"#
        let update = try await read(try await waiting().map { $0.with(try content("text", inner)) })
        #expect(update?.messages.map(\.text) == ["text"] && update?.annotations.isEmpty == true)
    }

    @Test func `the homeserver's relation counts, and the rest is what the sender encrypted`() async throws {
        let event = try RoomEvent(json(encrypted(2, replacing: "$1"))).unwrapped()
        let inner =
            #","m.relates_to":{"rel_type":"m.replace","event_id":"$9"},"m.new_content":{"msgtype":"m.text","body":"new"}"#
        let decrypted = event.with(try content("* new", inner))
        #expect(decrypted.replaced == MessageID("$1") && decrypted.newText?.text == "new")
        #expect(decrypted.sender == ada && decrypted.id == MessageID("$2") && decrypted.time == 2000)
    }
}

extension Decryption {
    /// The result for a message that was decrypted.
    fileprivate static func readable(
        _ type: String,
        _ content: JSONValue,
        doubt: SenderDoubt? = nil
    ) -> Decryption {
        let event = EncryptedEvent(id: MessageID("$1"), room: room, sender: ada, content: content)
        return .readable(DecryptedMessage(type, content, of: event, by: nil, doubt))
    }
}

extension RoomEvent {
    /// Returns the event as it was decrypted.
    fileprivate func with(_ decryption: Decryption) -> RoomEvent {
        var event = self
        event.reading = EventReading(decryption)
        return event
    }
}
