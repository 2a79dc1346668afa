import ChatTypes
import Foundation
import JSONKit
import OlmKit
import SQLiteKit
import Testing

@testable import MatrixCrypto

/// The trust in identities, and in the senders of events.
@Suite struct TrustTests {
    private static let bob: ContactID = "@bob:test"
    private let fixture: MachineFixture
    private let ann: EncryptionMachine
    private let identity: CrossSigningKeys
    private let oneTimeKeys: [String]

    init() async throws {
        fixture = try MachineFixture()
        ann = try fixture.open()
        identity = try CrossSigningKeys()
        oneTimeKeys = try await ann.publish()
    }

    /// The homeserver's answer about the device of a peer, and the identity of its user, which may have signed the device.
    private func answer(
        _ peer: PeerDevice,
        _ identity: CrossSigningKeys,
        isSigned: Bool = true,
        name: JSONText = .null
    ) throws -> JSONValue {
        let (user, device) = (peer.user, peer.keys.device)
        let published = peer.keys.published
        let signed = isSigned ? published.signed(by: user, identity.selfSigning) : published
        let keys = identity.published(by: peer.keys)
        func entry(_ value: JSONText) -> JSONText { .object([.init(name: user, value: value)]) }
        let answer: JSONText = [
            "device_keys": entry(
                .object([.init(name: device, value: signed.with("unsigned", ["device_display_name": name]))])
            ),
            "master_keys": entry(keys["master_key"] ?? .null),
            "self_signing_keys": entry(keys["self_signing_key"] ?? .null),
        ]
        return try answer.parsed
    }

    /// Has the homeserver show the device of a peer, and the identity of its user, which may have signed the device.
    private func show(
        _ peer: PeerDevice,
        _ identity: CrossSigningKeys,
        isSigned: Bool = true,
        name: JSONText = .null
    ) async throws {
        try await ann.track([ContactID(peer.user)])
        try await ann.receive([], next: UUID().uuidString, ["device_lists": ["changed": [.string(peer.user)]]])
        let (query, _) = try #require(await ann.query())
        try await ann.acceptQuery(answer(peer, identity, isSigned: isSigned, name: name), to: query)
    }

    /// Has a peer share its key and send an event with that id.
    private func receive(_ event: MessageID, from peer: inout PeerDevice) async throws {
        try await peer.begin(with: ann, using: oneTimeKeys[0])
        try await ann.receive([try await peer.toDevice("m.room_key", peer.roomKey(), for: ann)])
        #expect(try await ann.texts([try peer.event(event, "Hello")]) == ["Hello"])
    }

    private func doubt(about event: MessageID = "$1") async throws -> SenderDoubt? {
        try await ann.doubts(about: [event, "$unknown"], in: "!room:test")[event]
    }

    @Test func `an edit by a device that nothing proves makes the edited message doubtful`() async throws {
        var bob = try PeerDevice()
        try await receive("$1", from: &bob)
        try await show(bob, identity)
        func edit(_ event: MessageID, by peer: inout PeerDevice) async throws {
            let edit = try peer.event(event, "Changed")
            #expect(try await ann.texts([edit.replacing("$1")]) == ["Changed"])
        }
        try await edit("$2", by: &bob)
        #expect(try await doubt() == nil)
        #expect(try await ann.decrypted(among: ["$1", "$2", "$3"], in: "!room:test") == ["$1", "$2"])
        #expect(try await ann.decrypted(among: ["$1", "$2"], in: "!other:test").isEmpty, "of another room")
        var other = try PeerDevice(device: "OTHER")
        try await other.begin(with: ann, using: oneTimeKeys[1])
        try await ann.receive([try await other.toDevice("m.room_key", other.roomKey(), for: ann)], next: "s8")
        try await edit("$3", by: &other)
        #expect(try await doubt() == .unknownDevice)
    }

    @Test func `an edit makes its message doubtful also if the homeserver hid its relation at first`() async throws {
        var (bob, other) = (try PeerDevice(), try PeerDevice(device: "OTHER"))
        try await receive("$1", from: &bob)
        try await show(bob, identity)
        try await other.begin(with: ann, using: oneTimeKeys[1])
        try await ann.receive([try await other.toDevice("m.room_key", other.roomKey(), for: ann)], next: "s8")
        let edit = try other.event("$2", "Changed")
        #expect(try await ann.texts([edit]) == ["Changed"])
        #expect(try await doubt() == nil)
        #expect(try await ann.texts([edit.replacing("$1")]) == ["Changed"])
        #expect(try await doubt() == .unknownDevice)
    }

    @Test func `an edited message stays doubtful if the homeserver gives the edit another relation later`()
        async throws
    {
        var (bob, other) = (try PeerDevice(), try PeerDevice(device: "OTHER"))
        try await receive("$1", from: &bob)
        try await show(bob, identity)
        try await other.begin(with: ann, using: oneTimeKeys[1])
        try await ann.receive([try await other.toDevice("m.room_key", other.roomKey(), for: ann)], next: "s8")
        let edit = try other.event("$2", "Changed").replacing("$1")
        let later = [
            (edit, "Changed"), (edit.replacing("$nowhere"), "unreadable: replayed"), (edit.replacing(nil), "Changed"),
            (edit, "Changed"),
        ]
        for (event, text) in later {
            #expect(try await ann.texts([event]) == [text])
            #expect(try await doubt() == .unknownDevice)
        }
    }

    @Test func `the sender of an event is proved by a signed device only`() async throws {
        var bob = try PeerDevice()
        try await receive("$1", from: &bob)
        #expect(try await doubt() == .unknownDevice, "no list has the device")
        try await show(bob, identity, isSigned: false)
        #expect(try await doubt() == .unsigned)
        try await show(bob, identity)
        #expect(try await doubt() == nil)
        #expect(try await ann.setBlocked(true, device: "BOB", of: Self.bob))
        #expect(try await doubt() == .unsigned, "a blocked device")
        #expect(try await ann.doubts(about: ["$1"], in: "!other:test").isEmpty)
    }

    @Test func `another device that shares the same key does not prove its sender`() async throws {
        var (bob, phone) = (try PeerDevice(), try PeerDevice(device: "PHONE"))
        try await show(phone, identity)
        try await receive("$1", from: &bob)
        // The phone repeats the key of the unsigned device after it was used.
        phone.megolm = bob.megolm
        try await phone.begin(with: ann, using: oneTimeKeys[1])
        try await ann.receive([try await phone.toDevice("m.room_key", phone.roomKey(), for: ann)], next: "s3")
        #expect(try await doubt() == .unknownDevice)
    }

    @Test func `another device that shares the same key does not make its sender doubtful`() async throws {
        var (phone, bob) = (try PeerDevice(device: "PHONE"), try PeerDevice())
        try await show(phone, identity)
        try await receive("$1", from: &phone)
        bob.megolm = phone.megolm
        try await bob.begin(with: ann, using: oneTimeKeys[1])
        try await ann.receive([try await bob.toDevice("m.room_key", bob.roomKey(), for: ann)], next: "s3")
        #expect(try await doubt() == nil)
    }

    @Test func `a device that its user removed is doubted from its next key on`() async throws {
        var (bob, phone) = (try PeerDevice(), try PeerDevice(device: "PHONE"))
        try await show(bob, identity)
        try await receive("$1", from: &bob)
        try await show(phone, identity)
        #expect(try await doubt() == nil, "its key came before")
        bob.megolm = try MegolmOutboundSession()
        try await ann.receive([try await bob.toDevice("m.room_key", bob.roomKey(), for: ann)], next: "s3")
        #expect(try await ann.texts([try bob.event("$2", "Stolen")]) == ["Stolen"])
        #expect(try await doubt(about: "$2") == .unknownDevice)
        #expect(try await doubt() == nil)
    }

    @Test(arguments: [false, true])
    func `a key that comes with a change of the devices is doubted if its device is gone then`(isGone: Bool)
        async throws
    {
        let phone = try PeerDevice(device: "PHONE")
        var bob = try PeerDevice()
        try await show(bob, identity)
        try await bob.begin(with: ann, using: oneTimeKeys[0])
        let key = try await bob.toDevice("m.room_key", bob.roomKey(), for: ann)
        try await ann.receive([key], next: "s3", ["device_lists": ["changed": ["@bob:test"]]])
        #expect(try await ann.texts([try bob.event("$1", "Stolen")]) == ["Stolen"])
        #expect(try await doubt() == nil, "nobody knows yet")
        try await show(isGone ? phone : bob, identity)
        #expect(try await doubt() == (isGone ? .unknownDevice : nil))
        try await show(phone, identity)
        #expect(try await doubt() == (isGone ? .unknownDevice : nil), "what was decided stays")
    }

    /// The reasons why a list may be older than a key.
    enum OldList: CaseIterable, Sendable { case syncBeganAnew, userWasNotTracked, answerIsFromBefore }

    @Test(arguments: OldList.allCases)
    func `a key that comes while the list may be old is doubted if the next list lacks its device`(_ reason: OldList)
        async throws
    {
        var bob = try PeerDevice()
        try await show(bob, identity)
        try await bob.begin(with: ann, using: oneTimeKeys[0])
        let key = try await bob.toDevice("m.room_key", bob.roomKey(), for: ann)
        switch reason {
        case .syncBeganAnew: try await ann.receive([key], since: nil, next: "s3")
        case .userWasNotTracked:
            try await ann.receive([], next: "s3", ["device_lists": ["left": ["@bob:test"]]])
            try await ann.receive([key], next: "s4")
        case .answerIsFromBefore:
            try await ann.receive([], next: "s3", ["device_lists": ["changed": ["@bob:test"]]])
            let (query, _) = try #require(await ann.query())
            try await ann.receive([key], next: "s4", ["device_lists": ["changed": ["@bob:test"]]])
            try await ann.acceptQuery(answer(bob, identity), to: query)
        }
        #expect(try await ann.texts([try bob.event("$1", "Stolen")]) == ["Stolen"])
        #expect(try await doubt() == nil, "nobody knows yet")
        try await show(PeerDevice(device: "PHONE"), identity)
        #expect(try await doubt() == .unknownDevice)
    }

    @Test func `a device that is listed under another id than before is no removed device`() async throws {
        let former = try PeerDevice()
        try await show(former, identity)
        let (signing, agreement) = (former.keys.signing, former.keys.identity)
        var bob = try PeerDevice(
            keys: DeviceKeys(user: former.user, device: "NEW", signing: signing, identity: agreement)
        )
        try await show(bob, identity)
        try await receive("$1", from: &bob)
        #expect(try await doubt() == nil)
    }

    @Test func `another device of the account that nobody has signed is doubted`() async throws {
        var tablet = try PeerDevice(user: MachineFixture.user, device: "TABLET")
        try await show(tablet, identity, isSigned: false)
        try await receive("$1", from: &tablet)
        #expect(try await doubt() == .unsigned)
    }

    @Test func `an identity that changes is doubted until it is acknowledged`() async throws {
        var bob = try PeerDevice()
        try await receive("$1", from: &bob)
        try await show(bob, identity)
        #expect(try await ann.changedIdentities().isEmpty, "the first one is accepted")
        let other = try CrossSigningKeys()
        try await show(bob, other)
        #expect(try await ann.changedIdentities() == [Self.bob])
        #expect(try await doubt() == .changedIdentity)
        guard case .readable(let next) = try await ann.decrypt([bob.event("$2", "Hello")])[0] else {
            throw DiskError()
        }
        #expect(next.doubt == .changedIdentity)
        #expect(try await fixture.open().changedIdentities() == [Self.bob], "also after a start")
        try await ann.acknowledgeIdentities(of: ["@carol:test"])
        #expect(try await ann.changedIdentities() == [Self.bob])
        try await ann.acknowledgeIdentities(of: [Self.bob])
        #expect(try await ann.changedIdentities().isEmpty)
        #expect(await ann.hasOutdatedLists(of: [Self.bob]), "the accepted identity's signatures count from then on")
        try await show(bob, other)
        #expect(try await doubt() == nil)
        try await show(bob, identity)
        #expect(try await ann.changedIdentities() == [Self.bob], "back again is a change, too")
    }

    @Test func `of identities that the user was shown, only one that is still shown is accepted`() async throws {
        let (bob, third) = (try PeerDevice(), try CrossSigningKeys())
        for identity in [identity, try CrossSigningKeys()] { try await show(bob, identity) }
        let seen = try await ann.changedMasters()
        try await show(bob, third)
        try await ann.acknowledgeIdentities(seen)
        #expect(try await ann.changedIdentities() == [Self.bob], "it has changed again meanwhile")
        try await show(bob, third)
        #expect(await !ann.hasOutdatedLists(of: [Self.bob]))
        try await ann.acknowledgeIdentities(ann.changedMasters())
        #expect(try await ann.changedIdentities().isEmpty)
        #expect(await ann.hasOutdatedLists(of: [Self.bob]), "the accepted identity's signatures count from then on")
    }

    @Test func `a device that was signed by an identity shown for a moment is not signed after it`() async throws {
        let bob = try PeerDevice()
        try await show(bob, identity)
        var ghost = try PeerDevice(device: "GHOST")
        try await show(ghost, CrossSigningKeys())
        try await receive("$1", from: &ghost)
        #expect(try await doubt() == .changedIdentity)
        try await show(bob, identity)
        #expect(try await ann.changedIdentities().isEmpty)
        #expect(try await doubt() == .unsigned)
    }

    @Test func `an identity of the account's own is accepted once its keys were here`() async throws {
        let tablet = try PeerDevice(user: MachineFixture.user, device: "TABLET")
        try await show(tablet, identity)
        let other = try CrossSigningKeys()
        try await show(tablet, other)
        #expect(try await ann.changedIdentities() == [ContactID(MachineFixture.user)])
        #expect(await !ann.hasOutdatedLists(of: [ContactID(MachineFixture.user)]))
        try await ann.setIdentity(master: other.master.publicKey, secrets: [])
        #expect(try await ann.changedIdentities().isEmpty)
        #expect(await ann.hasOutdatedLists(of: [ContactID(MachineFixture.user)]), "its signatures count from then on")
        try await show(tablet, other)
        #expect(try await ann.changedIdentities().isEmpty)
        try await show(tablet, identity)
        #expect(try await ann.changedIdentities() == [ContactID(MachineFixture.user)], "the first one is back")
    }

    @Test func `the account's first identity has changed if it is shown on after the keys of another were here`()
        async throws
    {
        let tablet = try PeerDevice(user: MachineFixture.user, device: "TABLET")
        try await show(tablet, identity)
        try await ann.setIdentity(master: try CrossSigningKeys().master.publicKey, secrets: [])
        try await show(tablet, identity)
        #expect(try await ann.changedIdentities() == [ContactID(MachineFixture.user)])
    }

    @Test func `an own identity that the user acknowledged has changed again after the proved one came back`()
        async throws
    {
        let (tablet, own) = (try PeerDevice(user: MachineFixture.user, device: "TABLET"), try CrossSigningKeys())
        try await ann.setIdentity(master: own.master.publicKey, secrets: [])
        try await show(tablet, identity)
        try await ann.acknowledgeIdentities(of: [ContactID(MachineFixture.user)])
        #expect(try await ann.changedIdentities().isEmpty)
        try await show(tablet, own)
        #expect(try await ann.changedIdentities().isEmpty)
        try await show(tablet, identity)
        #expect(try await ann.changedIdentities() == [ContactID(MachineFixture.user)])
    }

    @Test func `a key from a file proves no sender, until the device itself shares it`() async throws {
        var bob = try PeerDevice()
        try await show(bob, identity)
        let session = try MegolmInboundSession(sharedKey: bob.megolm.sharedKey)
        let key = RoomKey(
            room: "!room:test",
            session: session,
            origin: .backup(.init(identity: bob.peer.identity, signing: bob.peer.signing))
        )
        #expect(try await ann.importKeys([key]).newKeys == 1)
        let (event, sharedKey) = (try bob.event("$1", "Hello"), bob.roomKey())
        #expect(try await ann.texts([event]) == ["Hello"])
        #expect(try await doubt() == .unprovedKey)
        try await ann.confirm(ann.newRoomKeys())
        try await bob.begin(with: ann, using: oneTimeKeys[0])
        try await ann.receive([try await bob.toDevice("m.room_key", sharedKey, for: ann)])
        #expect(try await doubt() == nil)
        #expect(try await ann.newRoomKeys().map(\.room) == ["!room:test"], "screens are told by the new key")
    }

    @Test func `a device has the name that the homeserver states, unless it is long`() async throws {
        let bob = try PeerDevice()
        func names() async throws -> [String] { try await ann.devices(of: Self.bob).map(\.name) }
        try await show(bob, identity, name: "Bob's phone")
        #expect(try await names() == ["Bob's phone"])
        let longest = String(repeating: "x", count: 256)
        try await show(bob, identity, name: .string(longest))
        #expect(try await names() == [longest])
        for name: JSONText in [.string(longest + "x"), .integer(1), .null] {
            try await show(bob, identity, name: name)
            #expect(try await names() == [""])
        }
    }

    @Test func `a store of version 5 accepts the identities that it knows, or those that were proved`() async throws {
        let old = try MachineFixture()
        do {
            let connection = try old.connection(version: 5)
            for (user, verified) in [("@a:test", "NULL"), ("@b:test", "'old'"), ("@c:test", "'new'")] {
                try connection.execute(
                    "INSERT INTO identity(user, master, verified) VALUES ('\(user)', 'new', \(verified))"
                )
            }
        }
        #expect(try await old.open().changedIdentities() == ["@b:test"])
    }
}

extension EncryptedEvent {
    /// Returns the event as an edit of another; nil for none.
    fileprivate func replacing(_ other: MessageID?) -> EncryptedEvent {
        EncryptedEvent(id: id, room: room, sender: sender, content: content, replaced: other)
    }
}
