import ChatTypes
import Foundation
import HTTPClient
import JSONKit
import MatrixCrypto
import OlmKit
import SQLiteKit
import Testing
import Transport

@testable import MatrixTransport

/// What is proved of events whose ids, senders and order a hostile homeserver chose.
@Suite struct EventReadingTests {
    private let world: TransportFixture
    /// The content of a message that this device encrypted.
    private let secret: JSONText

    init() throws {
        let world = try TransportFixture(isEncrypting: true)
        self.world = world
        let known = MatrixTransportTests.answer("1", text(2, by: me, own: "born"), state: adasRoomState)
        _ = try world.result { _ in try await world.ledger.apply(syncAnswer(known), since: nil) }
        _ = try world.result { _ in try await world.ledger.write { try $0.rooms.setEncrypted(room) } }
        let machine = try (world.transport.encryption?.machine).unwrapped()
        secret = try world.result { _ in
            _ = try await machine.share(in: room, with: { _ in [me] })
            let content: JSONText = ["msgtype": "m.text", "body": "a secret"]
            let id = MessageID("a")
            return try await machine.encrypt(content, type: "m.room.message", id: id, in: room, for: { _ in [me] })
                .unwrapped()
        }
    }

    private func event(
        _ id: String,
        _ content: JSONText,
        by sender: ContactID = me,
        hiding mask: SecretMask = SecretMask()
    ) throws -> RoomEvent {
        let event: JSONText = [
            "type": "m.room.encrypted", "event_id": .string(id), "sender": .string(sender.rawValue),
            "origin_server_ts": .integer(1000), "content": content,
        ]
        return try RoomEvent(JSONDocument(event.bytes, mask: mask).root).unwrapped()
    }

    private func read(_ events: RoomEvent...) throws -> [RoomEvent] {
        let encryption = try world.transport.encryption.unwrapped()
        return try world.result { _ in try await encryption.read(events, in: room) }
    }

    private func apply(_ timeline: [RoomEvent], _ next: String) throws -> [Message] {
        var response = try syncAnswer(MatrixTransportTests.answer(next, ""))
        response.joined[0].update.timeline = timeline
        return try world.result { [world, response] _ in
            try await world.ledger.apply(response, since: "1")
        }.flatMap(\.messages)
    }

    @Test func `an event with the id of another does not get its content`() throws {
        let junk: JSONText = [
            "algorithm": "m.megolm.v1.aes-sha2", "session_id": "S", "ciphertext": "C", "sender_key": "K",
        ]
        let read = try read(event("$5", secret), event("$5", junk, by: ada))
        #expect(read.map(\.isProved) == [true, false])
        #expect(read.map { $0.shown.text.contains("a secret") } == [true, false])
    }

    @Test func `of two events with one id in an answer, the second is dropped`() throws {
        let list = RoomEvent.list(try json("[\(text(1)),\(text(1, by: me)),\(text(2))]"))
        #expect(list.map(\.sender) == [ada, ada])
        let nameless = try json(#"[{"type":"m.room.name","sender":"@a:b"},{"type":"m.room.topic","sender":"@a:b"}]"#)
        #expect(RoomEvent.list(nameless).count == 2, "the state in an invitation has no ids")
    }

    @Test func `a result belongs to an event of the same id by the same sender, in later answers, too`() throws {
        let junk: JSONText = ["algorithm": "m.megolm.v1.aes-sha2", "session_id": "S", "ciphertext": "C"]
        let first = try apply(read(event("$5", junk, by: ada)), "2")
        #expect(first.map(\.author) == [.contact] && first.first?.isUnreadable == true)
        #expect(try apply(read(event("$5", secret)), "3").isEmpty, "it was by Ada")
    }

    @Test func `content in the clear does not take the place of encrypted content`() throws {
        #expect(try apply(read(event("$5", secret)), "2").map(\.text) == ["a secret"])
        let clear = try RoomEvent(json(text(5, by: me))).unwrapped()
        #expect(try read(clear).isEmpty)
        let edit = try RoomEvent(json(replacement(of: "$5", "forged", by: me))).unwrapped()
        #expect(try read(edit).isEmpty)
        var session = try MegolmOutboundSession()
        let waiting = try event(
            "$6",
            [
                "algorithm": "m.megolm.v1.aes-sha2", "session_id": .string(session.id),
                "ciphertext": .string(try session.encrypt(Array("{}".utf8))),
            ]
        )
        #expect(try apply(read(waiting), "3").map(\.isPlaceholder) == [true])
        let other = try RoomEvent(json(text(6, by: me))).unwrapped()
        #expect(try read(other).isEmpty)
    }

    @Test(
        arguments: [
            ("m.room.message", ["msgtype": "m.text", "body": "x"], true), ("m.reaction", ["a": "b"], true),
            ("m.room.redaction", ["redacts": "$1"], false), ("m.room.name", ["name": "x"], false),
            ("m.room.message", [:], false),
        ] as [(String, JSONText, Bool)]
    )
    func `deletions, changes of the room, and empty messages are refused inside the encryption`(
        type: String,
        content: JSONText,
        isProved: Bool
    ) throws {
        let machine = try (world.transport.encryption?.machine).unwrapped()
        let encrypted = try world.result { _ in
            let id = MessageID("other")
            return try await machine.encrypt(content, type: type, id: id, in: room, for: { _ in [me] }).unwrapped()
        }
        #expect(try read(event("$7", encrypted)).map(\.isProved) == [isProved])
    }

    private static let session = SessionID("S")

    @Test(
        arguments: [
            (.waiting(session: session, .noKey), "waiting for its key"),
            (.waiting(session: session, .beforeKey), "sent before this device could read the chat"),
            (
                .waiting(session: session, .withheld(code: "m.unverified")),
                "its sender shares no keys with unverified devices"
            ),
            (
                .waiting(session: session, .withheld(code: "m.no_olm")),
                "its sender's device has not reached this one yet"
            ),
            (.waiting(session: session, .withheld(code: "m.blacklisted")), "its sender has blocked this device"),
            (.waiting(session: session, .withheld(code: "x")), "its sender has not shared the key with this device"),
            (.waiting(session: session, .lost), "this device has lost its keys; log in with a new profile"),
            (.refused(.unknownAlgorithm), "this kind of encryption is not supported"),
            (.refused(.malformed), "its content is damaged"),
            (.refused(.notAuthentic), "its content was tampered with and is not shown"),
            (.refused(.replayed), "it repeats an earlier one and is not shown"), (.clear, nil),
        ] as [(EventReading, String?)]
    )
    func `a message that is not shown says why`(reading: EventReading, reason: String?) {
        #expect(reading.placeholder == reason.map { "Encrypted message: \($0)" })
    }

    @Test func `a message deleted by the homeserver is still known as deleted`() throws {
        _ = try apply(read(event("$5", secret)), "2")
        let deleted = try event("$5", [:])
        #expect(try apply(read(deleted), "3").map(\.isDeleted) == [true])
    }

    @Test func `a relation inside the encryption does not count, one outside does`() throws {
        let inner: JSONText = [
            "msgtype": "m.text", "body": "x", "m.relates_to": ["rel_type": "m.replace", "event_id": "$1"],
        ]
        let content = try JSONDocument(inner.bytes).root
        var events = try [
            event("$5", secret),
            event("$6", secret.with("m.relates_to", ["rel_type": "m.reference", "event_id": "$2"])),
        ]
        for index in events.indices {
            events[index].reading = .proved(ProvedContent(type: "m.room.message", content: content, doubt: nil))
        }
        #expect(events.map { $0.relatedContent?["body"]?.string } == ["x", "x"])
        #expect(events.map { $0.relatedContent?["m.relates_to"]?["event_id"]?.string } == [nil, "$2"])
    }

    @Test func `the keys know an edit by the message that shows it, also if the homeserver put a secret into its ID`()
        throws
    {
        let content = secret.with("m.relates_to", ["rel_type": "m.replace", "event_id": "$the token"])
        let edit = try event("$6", content, hiding: SecretMask([TransportFixture.token]))
        #expect(edit.replaced == MessageID("$[hidden]"))
        #expect(try read(edit).map(\.isProved) == [true])
        let keys = world.folder.url.appending(path: "crypto.sqlite").path
        let stored = try SQLiteConnection(.file(path: keys), isWritable: true).first(
            "SELECT replaces FROM seen WHERE event = '$6'"
        ) { $0.text(0) }
        #expect(stored == "$[hidden]")
    }

    private var queryCount: Int { world.http.calls.count { $0.path.contains("query") } }

    /// Returns a vote of Ada's new device, whose key this device receives, and has the homeserver list that device or not.
    private func vote(isListed: Bool) throws -> RoomEvent {
        let theirs = try world.machine(of: ada, "A")
        let encryption = try world.transport.encryption.unwrapped()
        let published = try world.result { _ in try await theirs.upload().unwrapped()["device_keys"].unwrapped() }
        world.http.answer = { call in
            let devices: JSONText = isListed ? ["A": published] : [:]
            let lists: JSONText = ["device_keys": ["@ada:test": devices]]
            return call.path.contains("query") ? HTTPResponse(status: 200, body: lists.bytes) : .json("{}")
        }
        let content = try world.result { _ in
            let own = try await encryption.machine.upload().unwrapped()
            guard case .object(let oneTimeKeys)? = own["one_time_keys"], let device = own["device_keys"] else {
                throw Missing()
            }
            try await theirs.track([me])
            let (query, _) = try await theirs.query().unwrapped()
            let lists: JSONText = ["device_keys": ["@me:test": ["D": device], "@ada:test": [:]]]
            try await theirs.acceptQuery(JSONDocument(lists.bytes).root, to: query)
            let claimed: JSONText = ["one_time_keys": ["@me:test": ["D": .object([oneTimeKeys[0]])]]]
            try await theirs.acceptClaim(JSONDocument(claimed.bytes).root)
            try await theirs.share(in: room, with: { _ in [me] })
            let share = try await theirs.nextShare(in: room).unwrapped()
            let vote: JSONText = [
                "m.selections": ["a"], "m.relates_to": ["rel_type": "m.reference", "event_id": "$1"],
            ]
            let id = MessageID("v")
            let content = try await theirs.encrypt(vote, type: "m.poll.response", id: id, in: room, for: { _ in [me] })
            let key = try (share.body["messages"]?["@me:test"]?["D"]).unwrapped()
            let message: JSONText = ["type": "m.room.encrypted", "sender": "@ada:test", "content": key]
            let body: JSONText = ["next_batch": "2", "to_device": ["events": .array([message])]]
            try await encryption.receive(JSONDocument(body.bytes).root, since: "1")
            return try content.unwrapped()
        }
        return try event("$5", content, by: ada)
    }

    @Test(arguments: [true, false])
    func `before a vote counts as made by the homeserver, an old list of its sender's devices is requested`(
        isListed: Bool
    ) throws {
        let vote = try vote(isListed: isListed)
        let read = try read(vote)
        #expect(read.first?.vote?.answers == ["a"])
        #expect(read.map(\.isForgeable) == [!isListed])
        #expect(queryCount == 1)
        _ = try self.read(vote)
        #expect(queryCount == 1, "the list is new")
    }

    @Test func `a sync that is cancelled while the devices are requested decides about no vote`() throws {
        let vote = try vote(isListed: true)
        world.http.answer = { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            return HTTPResponse(status: 500, body: [])
        }
        #expect(throws: CancellationError.self) { try read(vote) }
    }

    @Test func `members of one name inside and outside the encryption cannot be mixed up`() throws {
        var content = secret
        content = content.with("body", "forged").with("msgtype", "m.text")
        let read = try read(event("$5", content))
        #expect(read.first?.shown.text == "a secret" && read.first?.type == "m.room.message")
        #expect(read.first?.content?["ciphertext"] == nil)
    }
}
