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
    /// The key as the backup has it.
    private let whole: RoomKey

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
        whole = try Self.backup(of: bob)
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

    /// Has the homeserver list the devices of Bob and Eve, both signed.
    private func list() async throws {
        var members: [(name: String, [JSONText.Member])] = ["device_keys", "master_keys", "self_signing_keys"].map {
            ($0, [])
        }
        for peer in [bob, eve] {
            let identity = try CrossSigningKeys()
            let published = identity.published(by: peer.keys)
            let device = peer.keys.published.signed(by: peer.user, identity.selfSigning)
            let entries: [JSONText?] = [
                .object([.init(name: peer.keys.device, value: device)]), published["master_key"],
                published["self_signing_key"],
            ]
            for (place, entry) in entries.enumerated() {
                members[place].1.append(.init(name: peer.user, value: try #require(entry)))
            }
        }
        try await machine.track(["@bob:test", "@eve:test"])
        let (query, _) = try #require(await machine.query())
        let answer = JSONText.object(members.map { .init(name: $0.name, value: .object($0.1)) })
        try await machine.acceptQuery(answer.parsed, to: query)
    }

    private static func backup(of peer: PeerDevice) throws -> RoomKey {
        RoomKey(
            room: "!room:test",
            session: try MegolmInboundSession(sharedKey: peer.megolm.sharedKey),
            origin: .backup(.init(identity: peer.peer.identity, signing: peer.peer.signing))
        )
    }

    @Test(arguments: [false, true], [false, true])
    func `a copy by the second device that shares a key is not proved`(isCopyFirst: Bool, isOnePage: Bool) async throws
    {
        try await list()
        try await machine.receive([bobsKey, evesKey])
        let events = isCopyFirst ? [copy(), event] : [event, copy()]
        if isCopyFirst {
            guard case .readable(let message) = try await machine.decrypt([copy()])[0] else { throw DiskError() }
            #expect(message.doubt == .unprovedKey, "its original need not be read before")
        }
        #expect(try await read(events, inOnePage: isOnePage) == "by Bob")
        #expect(try await machine.doubts(about: ["$1", "$copy"], in: "!room:test") == ["$copy": .unprovedKey])
        guard case .readable(let message) = try await machine.decrypt([copy()])[0] else { throw DiskError() }
        #expect(message.sender == "@eve:test" && message.device == eve.peer && message.doubt == .unprovedKey)
    }

    @Test(arguments: [false, true])
    func `if the copy of a key comes first, the mark is on the true message, which is shown`(isOnePage: Bool)
        async throws
    {
        try await list()
        try await machine.receive([evesKey, bobsKey])
        #expect(try await read([copy(), event], inOnePage: isOnePage) == "by Bob")
        #expect(try await machine.doubts(about: ["$1", "$copy"], in: "!room:test") == ["$1": .unprovedKey])
    }

    @Test func `a copy is not proved if the original's key is only in the backup`() async throws {
        try await list()
        var (peer, thief) = (try PeerDevice(device: "PHONE"), eve)
        #expect(try await machine.importKeys([Self.backup(of: peer)]).newKeys == 1)
        let (share, original) = (peer.roomKey(), try peer.event("$2", "by Bob"))
        try await machine.receive([try await thief.toDevice("m.room_key", share, for: machine)], next: "s5")
        let copy = EncryptedEvent(id: "$copy", room: original.room, sender: "@eve:test", content: original.content)
        #expect(try await machine.texts([copy]) == ["by Bob"])
        #expect(try await machine.doubts(about: ["$copy"], in: "!room:test") == ["$copy": .unprovedKey])
    }

    @Test func `a copy of a key takes nothing from the same key in a backup`() async throws {
        try await list()
        try await machine.receive([evesKey])
        #expect(try await machine.texts([event]) == ["waiting: noKey"])
        #expect(try await machine.importKeys([whole]).newKeys == 1)
        #expect(try await machine.texts([event]) == ["by Bob"])
        #expect(try await machine.importKeys([whole]).newKeys == 0, "it is known")
    }

    @Test func `a copy that is read with a key from a backup hides no message`() async throws {
        let other = try MachineFixture().open()
        var peer = try PeerDevice()
        #expect(try await other.importKeys([Self.backup(of: peer)]).newKeys == 1)
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
