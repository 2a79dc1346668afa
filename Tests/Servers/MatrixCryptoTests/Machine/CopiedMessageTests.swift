import ChatTypes
import Foundation
import JSONKit
import OlmKit
import Testing

@testable import MatrixCrypto

/// A member who passes on a key as theirs, and repeats a message of its owner.
@Suite struct CopiedMessageTests {
    private let machine: EncryptionMachine
    private let fixture: MachineFixture
    private let event: EncryptedEvent
    private var bob: PeerDevice
    private var eve: PeerDevice
    /// The key as Bob and as Eve share it; Eve in a room of her choice.
    private let bobsKey: JSONText
    private let evesKey: JSONText

    init() async throws {
        fixture = try MachineFixture()
        machine = try fixture.open()
        let keys = try await machine.publish()
        bob = try PeerDevice()
        eve = try PeerDevice(user: "@eve:test", device: "EVE")
        try await bob.begin(with: machine, using: keys[0])
        try await eve.begin(with: machine, using: keys[1])
        let (shared, elsewhere) = (bob.roomKey(), bob.roomKey(in: "!eves:test"))
        bobsKey = try await bob.toDevice("m.room_key", shared, for: machine)
        let evesKeys = [
            try await eve.toDevice("m.room_key", shared, for: machine),
            try await eve.toDevice("m.room_key", elsewhere, for: machine),
        ]
        evesKey = evesKeys[0]
        event = try bob.event("$1", "by Bob")
        // The key for another room comes first of all.
        try await machine.receive([evesKeys[1]], next: "s1")
    }

    private func copy(room: ChatID? = nil) -> EncryptedEvent {
        EncryptedEvent(id: "$copy", room: room ?? event.room, sender: "@eve:test", content: event.content)
    }

    /// Reads events in one page, or each in a page of its own; returns the text of Bob's.
    private func read(_ events: [EncryptedEvent], inOnePage isOnePage: Bool) async throws -> String? {
        var results: [MessageID: String] = [:]
        for page in isOnePage ? [events] : events.map({ [$0] }) {
            for (event, text) in zip(page, try await machine.texts(page)) { results[event.id] = text }
        }
        return results["$1"]
    }

    @Test(arguments: [false, true], [false, true])
    func `a copy hides no message, whatever comes first`(isEvesKeyFirst: Bool, isOnePage: Bool) async throws {
        try await machine.receive(isEvesKeyFirst ? [evesKey, bobsKey] : [bobsKey, evesKey])
        #expect(try await read([copy(), event], inOnePage: isOnePage) == "by Bob")
        #expect(try await fixture.open().texts([event]) == ["by Bob"])
        let replay = EncryptedEvent(id: "$again", room: event.room, sender: event.sender, content: event.content)
        #expect(try await machine.texts([replay]) == ["unreadable: replayed"])
    }

    @Test func `a copy in another room takes no index, whether it is refused or not`() async throws {
        try await machine.receive([bobsKey])
        #expect(try await machine.texts([copy(room: "!eves:test")]) == ["unreadable: notAuthentic"])
        #expect(try await machine.texts([event]) == ["by Bob"])
    }

    @Test func `a copy by the second device that shares a key is not proved`() async throws {
        try await machine.receive([bobsKey, evesKey])
        #expect(try await read([event, copy()], inOnePage: true) == "by Bob")
        let doubts = try await machine.doubts(about: ["$1", "$copy"], in: "!room:test")
        #expect(doubts == ["$1": .unknownDevice, "$copy": .unprovedKey])
        guard case .readable(let message) = try await machine.decrypt([copy()])[0] else { throw DiskError() }
        #expect(message.sender == "@eve:test" && message.device == eve.peer && message.doubt == .unprovedKey)
    }

    @Test func `a copy that is read with a key from a backup hides no message`() async throws {
        let other = try MachineFixture().open()
        var peer = try PeerDevice()
        let whole = RoomKey(
            room: "!room:test",
            session: try MegolmInboundSession(sharedKey: peer.megolm.sharedKey),
            origin: .backup(.init(identity: peer.peer.identity, signing: nil))
        )
        #expect(try await other.importKeys([whole]).newKeys == 1)
        let event = try peer.event("$1", "by Bob")
        let copy = EncryptedEvent(id: "$copy", room: event.room, sender: "@eve:test", content: event.content)
        #expect(try await other.texts([copy, event]) == ["by Bob", "by Bob"])
        #expect(
            try await other.doubts(about: ["$1", "$copy"], in: "!room:test") == [
                "$1": .unprovedKey, "$copy": .unprovedKey,
            ]
        )
    }

    @Test func `events of one id have each their own result, by place`() async throws {
        try await machine.receive([bobsKey])
        let forged = EncryptedEvent(
            id: "$1",
            room: event.room,
            sender: "@eve:test",
            content: try (["algorithm": .string(Algorithm.megolm), "session_id": "x", "ciphertext": "y"] as JSONText)
                .parsed
        )
        #expect(try await machine.texts([event, forged]) == ["by Bob", "unreadable: malformed"])
        #expect(try await machine.texts([forged, event]) == ["unreadable: malformed", "by Bob"])
    }

    @Test mutating func `a key that a copy was read with is wanted no less`() async throws {
        #expect(try await machine.texts([event]) == ["waiting: noKey"])
        try await machine.receive([evesKey], since: "s2", next: "s3")
        #expect(try await machine.texts([copy()]) == ["by Bob"])
        #expect(try await machine.count("SELECT count(*) FROM wanted WHERE user = '@bob:test' AND arrived = 0") == 1)
    }
}
