import ChatStore
import ChatTypes
import RuntimeKit
import Synchronization
import Testing
import Transport

@testable import ChatSession

/// The encryption of chats, as the session passes it on.
@Suite struct EncryptionTests {
    private let encryption = EncryptionFake()
    private let world: SessionWorld

    init() throws {
        let encryption = encryption
        world = try SessionWorld(holding: [message(1)]) { $0.encryption = encryption }
        world.run(for: .seconds(5))
    }

    @Test func `encryption passes on the server's knowledge of a chat, and nothing if that cannot be read`() throws {
        #expect(world.session.hasEncryption)
        #expect(try world.perform { await $0.encryption(of: ada.id) } == nil, "not encrypted")
        let known = ChatEncryption(changedPeople: [ChatMember(id: .contact, name: "Ada")])
        encryption.change { $0.chats = [ada.id: known] }
        #expect(try world.perform { await $0.encryption(of: ada.id) } == known)
        encryption.change { $0.failure = .responseLost }
        #expect(try world.perform { await $0.encryption(of: ada.id) } == nil)
        #expect(throws: ServiceError.responseLost) { try world.perform { try await $0.knownEncryption(of: ada.id) } }
    }

    private func warnings() throws -> [SenderWarning?] {
        try world.perform { try await $0.read { try $0.timeline(of: ada.id, in: .newest(9))?.messages ?? [] } }
            .map(\.senderWarning)
    }

    @Test func `a stored warning follows the trust, and stays if nothing is known any more`() throws {
        _ = try world.perform { session in
            try await session.withDatabase { database in
                try database.write { try $0.setWarnings([MessageID("m1"): .unsignedDevice], in: ada.id) }
            }
        }
        #expect(try warnings() == [.unsignedDevice])
        encryption.change { _ in }
        world.run(for: .seconds(1))
        #expect(try warnings() == [.unsignedDevice], "the keys of this device are lost")
        encryption.change { $0.warnings = [MessageID("m1"): .changedIdentity] }
        world.run(for: .seconds(1))
        #expect(try warnings() == [.changedIdentity])
        encryption.change { $0.warnings = [MessageID("m1"): nil] }
        world.run(for: .seconds(1))
        #expect(try warnings() == [nil])
    }

    @Test func `the warnings that an earlier process stored are renewed at the start`() throws {
        let file = TemporaryFile()
        let encryption = encryption
        let earlier = try SessionWorld(file: file.path, holding: [message(1)])
        earlier.run(for: .seconds(5))
        _ = try earlier.perform { session in
            try await session.withDatabase { database in
                try database.write { try $0.setWarnings([MessageID("m1"): .unknownDevice], in: ada.id) }
            }
        }
        earlier.stop()
        encryption.change { $0.warnings = [MessageID("m1"): nil] }
        let world = try SessionWorld(file: file.path, continuing: earlier) { $0.encryption = encryption }
        world.run(for: .seconds(1))
        let timeline = try world.perform { try await $0.read { try $0.timeline(of: ada.id, in: .newest(9)) } }
        #expect(timeline?.messages.map(\.senderWarning) == [nil])
    }

    @Test func `a chat on screen gets the warnings that its messages did not have when they came`() throws {
        encryption.change { $0.warnings = [MessageID("m1"): .changedIdentity] }
        world.run(for: .seconds(1))
        #expect(try warnings() == [nil], "only messages with a warning are looked up for all chats")
        let screen = world.begin { await $0.connect(to: ada.id) }
        world.run(for: .seconds(1))
        encryption.change { _ in }
        world.run(for: .seconds(1))
        #expect(try warnings() == [.changedIdentity])
        screen.cancel()
        world.run(for: .seconds(1))
    }

    @Test func `the newest two hundred warnings are renewed, and of an open chat those of as many messages`() throws {
        let ids = (1...201).map { MessageID("m\($0)") }
        func renewed() throws -> [Int] {
            let all = try world.perform {
                try await $0.read { try $0.timeline(of: ada.id, in: .newest(300))?.messages }
            }
            return (all ?? []).indices.filter { all?[$0].senderWarning == .changedIdentity }.map { $0 + 1 }
        }
        _ = try world.perform { session in
            try await session.withDatabase { database in
                try database.write { writer in
                    let update = ChatUpdate(chat: ada, messages: (2...201).map { message($0) })
                    _ = try writer.apply(update, announcing: false)
                    return try writer.setWarnings(
                        Dictionary(uniqueKeysWithValues: ids.map { ($0, SenderWarning.unsignedDevice) }),
                        in: ada.id
                    )
                }
            }
        }
        encryption.change { state in
            state.warnings = Dictionary(uniqueKeysWithValues: ids.map { ($0, SenderWarning.changedIdentity) })
        }
        world.run(for: .seconds(1))
        #expect(try renewed() == Array(2...201))
        let screen = world.begin { await $0.connect(to: ada.id) }
        world.run(for: .seconds(1))
        encryption.change { _ in }
        world.run(for: .seconds(1))
        #expect(try renewed() == Array(2...201), "the first message is behind the newest ones")
        screen.cancel()
        world.run(for: .seconds(1))
    }

    @Test func `a server without encryption has none, and refuses changes`() throws {
        let world = try SessionWorld(holding: [message(1)])
        #expect(!world.session.hasEncryption)
        #expect(try world.perform { await $0.encryption(of: ada.id) } == nil)
        for change in [EncryptionChange.acknowledge("shown"), .encrypt] {
            #expect(throws: ServiceError.refused(.noEncryption, text: "Chats of this server are not encrypted")) {
                try world.perform { try await $0.changeEncryption(change, in: ada.id) }
            }
        }
        #expect(throws: ServiceError.self) { try world.perform { try await $0.verifyOwnDevices() } }
    }

    @Test func `the account's own devices are verified without a chat`() throws {
        try world.perform { try await $0.verifyOwnDevices() }
        try world.perform { try await $0.verifyOwnDevices("TABLET") }
        #expect(encryption.verifiedDevices == [nil, "TABLET"] && encryption.changes.isEmpty)
    }

    @Test func `the contact is given by name, id or not at all`() throws {
        for name in ["ada lovelace", "ada", nil] {
            try world.perform { try await $0.changeEncryption(.verify(person: name, device: "D"), in: ada.id) }
        }
        let contact = EncryptionChange.verify(person: nil, device: "D")
        #expect(encryption.changes == [contact, contact, contact])
        #expect(throws: ServiceError.refused(.unknownMember, text: "Nobody here is called Ben")) {
            try world.perform { try await $0.changeEncryption(.verify(person: "Ben", device: nil), in: ada.id) }
        }
    }

    @Test func `a member of a group is given by a name that only one has, or by id`() throws {
        let team = group("team", "Team")
        let names = [("@ben:test", "Ben"), ("@eve:test", "Eve"), ("@eve:away", "Eve")]
        let members = names.map { Membership(member: .member(ContactID($0)), name: $1, number: 1) }
        world.push.bring(ChatUpdate(chat: team, memberships: members))
        world.run(for: .seconds(5))
        for name in ["ben", "@eve:away"] {
            try world.perform { try await $0.changeEncryption(.verify(person: name, device: nil), in: team.id) }
        }
        let ids = ["@ben:test", "@eve:away"]
        #expect(encryption.changes == ids.map { .verify(person: $0, device: nil) })
        let choice = "Several people here are called Eve: write one of @eve:away, @eve:test"
        #expect(throws: ServiceError.refused(.ambiguousName, text: choice)) {
            try world.perform { try await $0.changeEncryption(.verify(person: "Eve", device: nil), in: team.id) }
        }
    }

    @Test func `a query follows the verification, whoever changes it, and no other query is read again`() throws {
        let stages = Mutex<[DeviceVerification.Stage?]>([])
        let lists = Mutex(0)
        let query = world.session.verification()
        world.begin { _ in
            await query.follow { result in
                stages.withLock { $0.append(((try? result.content.get()) ?? nil)?.stage) }
            }
        }
        let list = world.session.query((), dependingOn: .account) { _, _ in () }
        world.begin { _ in await list.follow { _ in lists.withLock { $0 += 1 } } }
        world.run(for: .seconds(1))
        encryption.change { $0.verification = DeviceVerification(person: nil, stage: .asked) }
        world.run(for: .seconds(1))
        try world.perform { try await $0.answerVerification(.accept) }
        world.run(for: .seconds(1))
        #expect(stages.withLock { $0 } == [nil, .asked, .done])
        #expect(encryption.answers == [.accept] && lists.withLock { $0 } == 1)
        encryption.change { $0.failure = .unreachable }
        #expect(throws: ServiceError.unreachable) { try world.perform { try await $0.answerVerification(.match) } }
    }

    @Test func `an open chat follows its encryption, and only its own screens are read again`() throws {
        let counts = Mutex<[String: Int]>([:])
        func follow(_ name: String, _ scope: ChangeScope) {
            let query = world.session.query((), dependingOn: scope) { _, _ in () }
            world.begin { _ in await query.follow { _ in counts.withLock { $0[name, default: 0] += 1 } } }
        }
        let screen = world.begin { await $0.connect(to: ada.id) }
        world.run(for: .seconds(5))
        #expect(encryption.followed == [ada.id])
        for (name, scope) in [("chat", ChangeScope.files(ada.id)), ("other", .files(ben.id)), ("list", .account)] {
            follow(name, scope)
        }
        world.run(for: .seconds(5))
        let before = counts.withLock { $0 }
        encryption.change { $0.chats = [ada.id: ChatEncryption()] }
        world.run(for: .seconds(1))
        let after = counts.withLock { $0 }
        #expect(after["chat"] == (before["chat"] ?? 0) + 1)
        #expect(after["other"] == before["other"] && after["list"] == before["list"])
        screen.cancel()
        world.run(for: .seconds(1))
        #expect(encryption.followed.isEmpty)
    }

    @Test func `people of a group have the names of the chat wherever its encryption names them`() throws {
        let (team, eve) = (group("team", "Team"), Author.member(ContactID("@eve:test")))
        world.push.bring(ChatUpdate(chat: team, memberships: [Membership(member: eve, name: "Eve", number: 1)]))
        world.run(for: .seconds(5))
        let unnamed = ChatMember(id: eve, name: "@eve:test")
        let device = ChatDevice(owner: unnamed, id: "D", trust: .unsigned)
        let people = ChatEncryption(changedPeople: [unnamed], unsignedDevices: [device], devices: [device])
        encryption.change { $0.chats = [team.id: people] }
        let known = try #require(try world.perform { await $0.encryption(of: team.id) })
        let names = known.changedPeople.map(\.name) + (known.unsignedDevices + known.devices).map(\.owner.name)
        #expect(names == ["Eve", "Eve", "Eve"])
    }
}
