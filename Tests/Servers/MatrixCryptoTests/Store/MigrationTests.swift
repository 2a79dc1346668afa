import ChatTypes
import Foundation
import JSONKit
import OlmKit
import SQLiteKit
import Testing

@testable import MatrixCrypto

/// Stores that earlier versions have made.
@Suite struct MigrationTests {
    private static let room = "!room:test"
    private let fixture: MachineFixture

    init() throws { fixture = try MachineFixture() }

    /// Makes a store of version 8 with a session with Bob's device, whose key Eve claims too, room keys, and read messages.
    private func make(_ bob: PeerDevice, _ olm: OlmSession, isClaimed: Bool) throws {
        let connection = try fixture.connection(version: 8)
        let (identity, signing) = (bob.keys.identity.publicKey.base64, bob.keys.signing.publicKey.base64)
        try connection.run(
            "INSERT INTO device(user, id, identity, signing) VALUES ('@bob:test', 'BOB', ?, ?)",
            identity,
            signing
        )
        if isClaimed {
            try connection.run(
                "INSERT INTO device(user, id, identity, signing) VALUES ('@eve:test', 'EVE', ?, ?)",
                identity,
                try SigningKey().publicKey.base64
            )
        }
        try connection.run(
            "INSERT INTO olm_session(id, peer, state, used) VALUES (?, ?, ?, 1)",
            olm.id,
            identity,
            olm.state.base64
        )
        let session = try MegolmInboundSession(sharedKey: bob.megolm.sharedKey)
        for sender in ["@bob:test", ""] {
            try connection.run(
                "INSERT INTO room_key(room, session, sender, sender_key, signing_key, state) VALUES (?, ?, ?, ?, ?, ?)",
                Self.room,
                session.id,
                sender,
                sender.isEmpty ? try AgreementKey().publicKey.base64 : identity,
                signing,
                session.state.base64
            )
        }
        try connection.run(
            "INSERT INTO seen(session, message, event, sender_key) VALUES (?, 0, '$1', ?)",
            session.id,
            identity
        )
        try connection.run("INSERT INTO seen(session, message, event) VALUES (?, 1, '$2')", session.id)
        let own = try MegolmOutboundSession()
        try connection.run(
            "INSERT INTO outbound(room, session, state, created) VALUES (?, ?, ?, 1800000000)",
            Self.room,
            own.id,
            own.state.base64
        )
        try connection.run("INSERT INTO shared(session, device) VALUES (?, ?)", own.id, identity)
        try connection.run("INSERT INTO notice(session, device) VALUES (?, ?)", own.id, identity)
        try connection.run("INSERT INTO broken(device, user, due) VALUES (?, '@bob:test', 1)", identity)
        try connection.run("INSERT INTO wanted(room, session, message, second) VALUES (?, 'x', 3, 5)", Self.room)
        try connection.run("INSERT INTO outgoing(room, id, body) VALUES (?, 'm', '{}')", Self.room)
    }

    @Test(arguments: [false, true])
    func `a store of version 8 keeps its keys, sessions and read messages`(isClaimed: Bool) async throws {
        var bob = try PeerDevice()
        let unused = try AgreementKey()
        let olm = try OlmSession(from: AgreementKey(), to: bob.keys.identity.publicKey, oneTimeKey: unused.publicKey)
        try make(bob, olm, isClaimed: isClaimed)
        let machine = try fixture.open()
        #expect(try await machine.count("PRAGMA user_version") == Int(CryptoSchema.version))
        #expect(try await machine.count("SELECT count(*) FROM room_key") == 2)
        #expect(try await machine.sessionCount(with: bob.peer) == 1)
        #expect(
            try await machine.sendingID(with: bob.peer) == (isClaimed ? nil : olm.id),
            "sent with only if it is surely Bob's"
        )
        let events = [try bob.event("$1", "one"), try bob.event("$2", "two"), try bob.event("$3", "three")]
        #expect(try await machine.texts(events) == ["one", "two", "three"])
        let replay = EncryptedEvent(id: "$4", room: events[0].room, sender: "@bob:test", content: events[0].content)
        #expect(try await machine.texts([replay]) == ["unreadable: replayed"])
        #expect(try await machine.count("SELECT count(*) FROM shared WHERE user = '@bob:test'") == 1)
        #expect(try await machine.count("SELECT count(*) FROM wanted WHERE session = 'x' AND message = 3") == 1)
        #expect(try await machine.count("SELECT count(*) FROM broken WHERE user = '@bob:test'") == 1)
        #expect(try await machine.newRoomKeys().count == 2)
    }

    @Test func `a store of version 9 knows which of its keys another device shared before`() async throws {
        let connection = try fixture.connection(version: 9)
        let session = try MegolmInboundSession(sharedKey: MegolmOutboundSession().sharedKey)
        // The first is from a backup and has read nothing, so it may be forged.
        for (number, sender) in ["", "@bob:test", "@eve:test"].enumerated() {
            try connection.run(
                """
                INSERT INTO room_key(room, session, sender, identity, signing, state, change)
                VALUES (?, ?, ?, '', '', '', ?)
                """,
                Self.room,
                session.id,
                sender,
                Int64(number)
            )
        }
        let machine = try fixture.open()
        #expect(try await machine.count("SELECT count(*) FROM room_key WHERE is_copy = 1") == 1)
        #expect(try await machine.count("SELECT is_copy FROM room_key WHERE sender = '@eve:test'") == 1)
    }

    @Test func `a read message takes less than 170 bytes of the store`() async throws {
        let machine = try fixture.open()
        let keys = try await machine.publish()
        var bob = try PeerDevice()
        try await bob.begin(with: machine, using: keys[0])
        try await machine.receive([try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)])
        let size: StaticString = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        let before = try await machine.count(size)
        var events: [EncryptedEvent] = []
        for number in 0..<2000 {
            events.append(try bob.event(MessageID("$" + sha256Text(of: Array("\(number)".utf8))), "x"))
        }
        #expect(try await machine.texts(events).allSatisfy { $0 == "x" })
        #expect((try await machine.count(size) - before) / events.count < 170)
    }
}

extension EncryptionMachine {
    func sendingID(with peer: OlmPeer) throws -> String? { try olmSessions.sendingSession(with: peer)?.id }
}
