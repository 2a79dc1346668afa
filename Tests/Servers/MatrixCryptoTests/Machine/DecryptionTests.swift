import ChatTypes
import JSONKit
import OlmKit
import Testing

@testable import MatrixCrypto

@Suite struct DecryptionTests {
    let fixture: MachineFixture
    let machine: EncryptionMachine
    let oneTimeKeys: [String]
    var bob: PeerDevice

    init() async throws {
        fixture = try MachineFixture()
        machine = try fixture.open()
        oneTimeKeys = try await machine.publish()
        bob = try PeerDevice()
        try await bob.begin(with: machine, using: oneTimeKeys[0])
        let share = try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)
        try await machine.receive([share])
    }

    private func moved(
        _ event: EncryptedEvent,
        id: MessageID? = nil,
        room: ChatID? = nil,
        sender: ContactID? = nil
    ) -> EncryptedEvent {
        EncryptedEvent(
            id: id ?? event.id,
            room: room ?? event.room,
            sender: sender ?? event.sender,
            content: event.content
        )
    }

    @Test mutating func `messages are read in any order and any number of times`() async throws {
        var events: [EncryptedEvent] = []
        // Around message 256, where the second part of the ratchet moves, and now and then before it.
        let numbers = (1...270).filter { $0 % 16 == 0 || $0 > 250 }
        for number in 1...270 {
            let event = try bob.event(MessageID("$\(number)"), "\(number)")
            if numbers.contains(number) { events.append(event) }
        }
        #expect(try await machine.texts(events.reversed()) == numbers.reversed().map(String.init))
        #expect(try await machine.texts(events) == numbers.map(String.init))
    }

    @Test(arguments: [15, 16, 17, 33]) mutating func `each event of a page is read or refused by itself, in order`(
        count: Int
    ) async throws {
        var (events, texts): ([EncryptedEvent], [String]) = ([], [])
        for number in 1...count {
            let event = try bob.event(MessageID("$\(number)"), "\(number)")
            events.append(number % 3 == 0 ? moved(event, sender: "@eve:test") : event)
            texts.append(number % 3 == 0 ? "waiting: noKey" : "\(number)")
        }
        #expect(try await machine.texts(events) == texts)
    }

    @Test mutating func `the same encrypted message under another event id is a replay, also after a restart`()
        async throws
    {
        let event = try bob.event("$1", "Pay me")
        #expect(try await machine.texts([event, moved(event, id: "$2")]) == ["Pay me", "unreadable: replayed"])
        #expect(try await fixture.open().texts([moved(event, id: "$3"), event]) == ["unreadable: replayed", "Pay me"])
    }

    @Test mutating func `a message that was moved to another room or sender is not shown`() async throws {
        let event = try bob.event("$1", "Hello")
        #expect(try await machine.texts([moved(event, room: "!other:test")]) == ["waiting: noKey"])
        #expect(try await machine.texts([moved(event, sender: "@eve:test")]) == ["waiting: noKey"])
        let lying = try bob.event("$2", "Hello", inside: "!other:test")
        #expect(try await machine.texts([lying]) == ["unreadable: notAuthentic"])
        #expect(try await machine.texts([event]) == ["Hello"])
    }

    @Test mutating func `each changed byte of a message is found`() async throws {
        let event = try bob.event("$1", "Hello")
        let ciphertext = try Base64.decode(try #require(event.content["ciphertext"]?.string))
        for place in ciphertext.indices {
            var bytes = ciphertext
            bytes[place] ^= 0x40
            let text = JSONText(event.content)?.with("ciphertext", .string(Base64.encode(bytes)))
            let changed = EncryptedEvent(
                id: event.id,
                room: event.room,
                sender: event.sender,
                content: try #require(text).parsed
            )
            let result = try await machine.texts([changed])[0]
            #expect(result.hasPrefix("unreadable"), "\(place): \(result)")
        }
        #expect(try await machine.texts([event]) == ["Hello"])
    }

    @Test mutating func `an earlier message than the key reads waits, and is read with a better key`() async throws {
        var ann = try PeerDevice(user: "@bob:test", device: "BOB2")
        try await ann.begin(with: machine, using: oneTimeKeys[1])
        let whole = ann.roomKey()
        let early = try ann.event("$1", "early")
        let late = ann.roomKey()
        let shared = [late, whole]
        try await machine.receive(
            [try await ann.toDevice("m.room_key", shared[0], for: machine)],
            since: "s2",
            next: "s3"
        )
        #expect(try await machine.texts([early]) == ["waiting: beforeKey"])
        try await machine.confirm(try await machine.newRoomKeys())
        try await machine.receive(
            [try await ann.toDevice("m.room_key", shared[1], for: machine)],
            since: "s3",
            next: "s4"
        )
        #expect(try await machine.newRoomKeys().map(\.session) == [SessionID(ann.megolm.id)])
        #expect(try await machine.texts([early]) == ["early"])
        try await machine.receive(
            [try await ann.toDevice("m.room_key", shared[0], for: machine)],
            since: "s4",
            next: "s5"
        )
        #expect(try await machine.texts([early]) == ["early"])
    }

    @Test func `events of other forms are refused`() async throws {
        func result(_ content: JSONText) async throws -> String {
            try await machine.texts([
                EncryptedEvent(id: "$1", room: "!room:test", sender: "@bob:test", content: content.parsed)
            ])[0]
        }
        #expect(try await result([:]) == "unreadable: unknownAlgorithm")
        #expect(try await result(["algorithm": "m.megolm.v2"]) == "unreadable: unknownAlgorithm")
        #expect(try await result(["algorithm": .string(Algorithm.megolm)]) == "unreadable: malformed")
        let known = bob.megolm.id
        for ciphertext in ["", "!", "AwAA", String(repeating: "A", count: 1_500_000)] {
            let content: JSONText = [
                "algorithm": .string(Algorithm.megolm), "session_id": .string(known), "ciphertext": .string(ciphertext),
            ]
            #expect(try await result(content) == "unreadable: malformed")
        }
    }

    @Test mutating func `a key that came while its event began to wait counts as new again`() async throws {
        try await machine.confirm(try await machine.newRoomKeys())
        try await machine.expectKeys(of: [("!room:test", SessionID(bob.megolm.id)), ("!room:test", "unknown")])
        #expect(try await machine.newRoomKeys().map(\.session) == [SessionID(bob.megolm.id)])
    }
}
