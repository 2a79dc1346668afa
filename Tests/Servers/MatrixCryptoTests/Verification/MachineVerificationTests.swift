import ChatTypes
import Foundation
import JSONKit
import OlmKit
import Testing

@testable import MatrixCrypto

/// Verifications between machines, and what they change.
@Suite struct MachineVerificationTests {
    private let fixtures: [MachineFixture]
    private let ann: EncryptionMachine
    private let bob: EncryptionMachine
    private let identities: [String: CrossSigningKeys]

    init() async throws {
        fixtures = try [MachineFixture(), MachineFixture()]
        ann = try fixtures[0].open()
        bob = try fixtures[1].open(user: "@bob:test", device: "BOB")
        identities = try ["@ann:test": CrossSigningKeys(), "@bob:test": CrossSigningKeys()]
        for machine in [ann, bob] {
            try await machine.track(["@ann:test", "@bob:test"])
            let (query, _) = try #require(await machine.query())
            try await machine.acceptQuery(try await answer(), to: query)
        }
        try await prove(bob)
    }

    /// Gives a machine the private keys of its user.
    private func prove(_ machine: EncryptionMachine) async throws {
        let identity = try #require(identities[await machine.keys.user])
        try await machine.setIdentity(
            master: identity.master.publicKey,
            secrets: [
                (SecretName.selfSigning, identity.selfSigning.secret),
                (SecretName.userSigning, identity.userSigning.secret),
            ]
        )
    }

    /// The homeserver's answer to a query of all.
    private func answer() async throws -> JSONValue {
        var lists: [String: [JSONText.Member]] = ["device_keys": [], "master_keys": [], "self_signing_keys": []]
        for machine in [ann, bob] {
            let keys = await machine.keys
            let published = try #require(identities[keys.user]).published(by: keys)
            let devices = JSONText.object([.init(name: keys.device, value: keys.published)])
            for (name, value) in [
                ("device_keys", devices), ("master_keys", published["master_key"] ?? .null),
                ("self_signing_keys", published["self_signing_key"] ?? .null),
            ] {
                lists[name, default: []].append(.init(name: keys.user, value: value))
            }
        }
        return try JSONText.object(lists.map { .init(name: $0.key, value: .object($0.value)) }).parsed
    }

    /// Delivers messages both ways until none waits.
    private func deliver() async throws {
        var isMoving = true
        while isMoving {
            isMoving = false
            for (from, to) in [(ann, bob), (bob, ann)] {
                let (sender, receiver) = (await from.keys.user, await to.keys)
                while let (id, type, body) = try await from.nextShare(in: EncryptionMachine.noRoom) {
                    isMoving = true
                    try await from.confirmShare(id)
                    guard let content = body["messages"]?[receiver.user]?[receiver.device] else { continue }
                    let event: JSONText = ["type": .string(type), "sender": .string(sender), "content": content]
                    try await to.receive([event], next: UUID().uuidString)
                }
                while let (id, message) = await from.nextRoomMessage {
                    isMoving = true
                    await from.confirmRoomMessage(id, event: "$\(id)")
                    for _ in 1...2 { try await receive(message, as: "$\(id)", from: sender, by: to) }
                }
            }
        }
    }

    /// Has a machine receive a message of the room.
    private func receive(
        _ message: VerificationMessage,
        as id: String,
        from sender: String,
        by machine: EncryptionMachine
    ) async throws {
        let event = (id: id, time: Int64(1_800_000_000_000))
        let content = try message.content.parsed
        try await machine.receiveRoomVerification(message.type, content, event: event, from: sender, in: "!room:test")
    }

    private var stages: [String?] {
        get async { [await ann.currentVerification?.stage.name, await bob.currentVerification?.stage.name] }
    }

    private func compare(in room: String? = nil) async throws {
        #expect(try await ann.verify("@bob:test", in: room))
        try await deliver()
        #expect(await stages == ["waiting", "asked"])
        #expect(try await bob.acceptVerification())
        try await deliver()
        #expect(await stages == ["comparing", "comparing"])
        #expect(await ann.currentVerification?.stage == bob.currentVerification?.stage)
    }

    @Test func `a verification trusts the device and the identity, also after a start`() async throws {
        try await prove(ann)
        try await compare()
        try await ann.confirmVerification()
        try await bob.confirmVerification()
        try await deliver()
        #expect(await stages == ["done", "done"])
        #expect(await [ann.unsigned.count, bob.unsigned.count] == [1, 1], "each signs once")
        #expect(try await ann.devices(of: "@bob:test").map(\.trust) == [.verified])
        #expect(try await bob.devices(of: "@ann:test").map(\.trust) == [.verified])
        #expect(try await ann.isVerified("@bob:test") == true)
        let reopened = try fixtures[0].open()
        #expect(await reopened.currentVerification == nil)
        #expect(try await reopened.devices(of: "@bob:test").map(\.trust) == [.verified])
        #expect(try await reopened.isVerified("@bob:test") == true)
        let key = try #require(identities["@bob:test"]).master.publicKey.base64
        let result = try #require(await ann.unsigned.first)
        let signed = try #require(try await ann.verifiedSignatures(of: result, in: answer())?["@bob:test"]?[key])
        let userSigning = try #require(identities["@ann:test"]).userSigning.publicKey
        #expect(signed.isSigned(by: "@ann:test", device: userSigning.base64, with: userSigning))
        #expect(signed["signatures"]?["@bob:test"]?["ed25519:BOB"] != nil, "Bob's own signature stays")
    }

    @Test func `the account does not sign another identity than the one that was proved`() async throws {
        try await prove(ann)
        try await verify()
        let result = try #require(await ann.unsigned.first)
        for shown in [try CrossSigningKeys(), nil] {
            #expect(try await ann.verifiedSignatures(of: result, in: bobs(shown).parsed) == nil)
        }
    }

    @Test func `without the private key nothing is signed, and the device is trusted here`() async throws {
        try await compare()
        try await ann.confirmVerification()
        try await bob.confirmVerification()
        try await deliver()
        let result = try #require(await ann.unsigned.first)
        #expect(try await ann.verifiedSignatures(of: result, in: answer()) == nil)
        #expect(try await ann.devices(of: "@bob:test").map(\.trust) == [.verified])
        // Ann's master key was never here, so she does not vouch for it.
        #expect(try await bob.isVerified("@ann:test") == false)
    }

    @Test func `an identity that changes after it was proved is noticed`() async throws {
        try await compare()
        try await ann.confirmVerification()
        try await bob.confirmVerification()
        try await deliver()
        #expect(try await ann.isVerified("@bob:test") == true)
        let other = try CrossSigningKeys().published(by: await bob.keys)
        let published = await bob.keys.published
        let master = try #require(other["master_key"])
        let selfSigning = try #require(other["self_signing_key"])
        let new: JSONText = [
            "device_keys": ["@bob:test": ["BOB": published]],
            "master_keys": ["@bob:test": master],
            "self_signing_keys": ["@bob:test": selfSigning],
        ]
        try await ann.receive([], next: "s9", ["device_lists": ["changed": ["@bob:test"]]])
        let (query, _) = try #require(await ann.query())
        try await ann.acceptQuery(new.parsed, to: query)
        #expect(try await ann.isVerified("@bob:test") == nil)
    }

    /// Has both compare emoji and confirm them.
    private func verify() async throws {
        try await compare()
        try await ann.confirmVerification()
        try await bob.confirmVerification()
        try await deliver()
        #expect(await stages == ["done", "done"])
    }

    /// Shows a machine new lists: all of `answer`, or one in which Bob has no identity, or another one.
    private func show(_ changed: JSONText? = nil, to machine: EncryptionMachine) async throws {
        try await machine.receive(
            [],
            next: UUID().uuidString,
            ["device_lists": ["changed": ["@bob:test", "@ann:test"]]]
        )
        let (query, _) = try #require(await machine.query())
        if let changed {
            _ = try await machine.acceptQuery(changed.parsed, to: query)
            return
        }
        try await machine.acceptQuery(answer(), to: query)
    }

    /// The homeserver's answer about Bob with an identity of its choice.
    private func bobs(_ identity: CrossSigningKeys?) async throws -> JSONText {
        let keys = await bob.keys
        let devices: JSONText = ["@bob:test": ["BOB": keys.published]]
        guard let published = identity?.published(by: keys) else { return ["device_keys": devices] }
        return [
            "device_keys": devices, "master_keys": ["@bob:test": published["master_key"] ?? .null],
            "self_signing_keys": ["@bob:test": published["self_signing_key"] ?? .null],
        ]
    }

    @Test func `an identity that was proved and is hidden has changed until it is shown again`() async throws {
        try await verify()
        try await show(bobs(nil), to: ann)
        #expect(try await ann.isVerified("@bob:test") == nil)
        #expect(try await ann.changedIdentities() == ["@bob:test"])
        #expect(try await !ann.share(in: "!room:test", with: { _ in ["@bob:test"] }), "no key goes to him meanwhile")
        try await show(to: ann)
        #expect(try await ann.isVerified("@bob:test") == true)
        #expect(try await ann.changedIdentities() == [])
    }

    @Test func `an identity that nobody proved may be hidden`() async throws {
        try await show(bobs(nil), to: ann)
        #expect(try await ann.changedIdentities() == [])
        #expect(try await ann.isVerified("@bob:test") == false)
    }

    @Test func `the account's own identity has changed if it is hidden after it was proved`() async throws {
        try await prove(ann)
        try await show(["device_keys": ["@ann:test": ["ANN": await ann.keys.published]]], to: ann)
        #expect(try await ann.changedIdentities() == ["@ann:test"])
    }

    @Test func `the account's own identity has changed if it was proved and was never shown`() async throws {
        let fixture = try MachineFixture()
        let ann = try fixture.open()
        let (keys, identity) = (await ann.keys, try CrossSigningKeys())
        let devices: JSONText = ["@ann:test": ["ANN": keys.published]]
        #expect(try await !ann.hasIdentity())
        try await show(["device_keys": devices], to: ann)
        #expect(try await !ann.hasIdentity())
        try await ann.setIdentity(master: identity.master.publicKey, secrets: [])
        try await show(["device_keys": devices], to: ann)
        #expect(try await ann.hasIdentity())
        #expect(try await ann.changedIdentities() == ["@ann:test"])
        let steps: [(CrossSigningKeys, [ContactID])] = [(try CrossSigningKeys(), ["@ann:test"]), (identity, [])]
        for (shown, changed) in steps {
            let published = shown.published(by: keys)
            let answer: JSONText = [
                "device_keys": devices, "master_keys": ["@ann:test": published["master_key"] ?? .null],
                "self_signing_keys": ["@ann:test": published["self_signing_key"] ?? .null],
            ]
            try await show(answer, to: ann)
            #expect(try await ann.changedIdentities() == changed)
        }
    }

    @Test func `an identity that replaced the account's former one stays accepted after a logout`() async throws {
        let fixture = try MachineFixture()
        let ann = try fixture.open()
        let keys = await ann.keys
        for _ in 0..<2 {
            let identity = try CrossSigningKeys()
            try await ann.setIdentity(master: identity.master.publicKey, secrets: [])
            let published = identity.published(by: keys)
            let answer: JSONText = [
                "device_keys": ["@ann:test": ["ANN": keys.published]],
                "master_keys": ["@ann:test": published["master_key"] ?? .null],
                "self_signing_keys": ["@ann:test": published["self_signing_key"] ?? .null],
            ]
            try await show(answer, to: ann)
        }
        #expect(try await ann.changedIdentities() == [])
        try await ann.forgetAccount()
        #expect(try await ann.changedIdentities() == [])
    }

    @Test func `an identity of the account that is shown first is not accepted if another was proved`() async throws {
        let fixture = try MachineFixture()
        let ann = try fixture.open()
        let (keys, other) = (await ann.keys, try CrossSigningKeys())
        try await ann.setIdentity(master: try CrossSigningKeys().master.publicKey, secrets: [])
        let published = other.published(by: keys)
        let answer: JSONText = [
            "device_keys": ["@ann:test": ["ANN": keys.published]],
            "master_keys": ["@ann:test": published["master_key"] ?? .null],
            "self_signing_keys": ["@ann:test": published["self_signing_key"] ?? .null],
        ]
        try await show(answer, to: ann)
        #expect(try await ann.changedIdentities() == ["@ann:test"])
        try await ann.forgetAccount()
        #expect(try await ann.changedIdentities() == ["@ann:test"], "a logout accepts only the proved one")
    }

    @Test func `an acknowledged change ends a verification, also if the former identity returns`() async throws {
        try await verify()
        try await show(bobs(CrossSigningKeys()), to: ann)
        #expect(try await ann.isVerified("@bob:test") == nil)
        try await ann.acknowledgeIdentities(of: ["@bob:test"])
        #expect(try await ann.isVerified("@bob:test") == false)
        try await show(to: ann)
        #expect(try await ann.isVerified("@bob:test") == false)
        #expect(try await ann.changedIdentities() == ["@bob:test"])
    }

    @Test func `a changed identity that a verification proves has its device list read again`() async throws {
        let new = try CrossSigningKeys()
        try await bob.setIdentity(master: new.master.publicKey, secrets: [])
        for machine in [ann, bob] { try await show(bobs(new), to: machine) }
        #expect(try await ann.changedIdentities() == ["@bob:test"])
        #expect(await !ann.hasOutdatedLists(of: ["@bob:test"]))
        try await verify()
        #expect(try await ann.changedIdentities() == [])
        #expect(await ann.hasOutdatedLists(of: ["@bob:test"]), "its signatures count from then on")
    }

    @Test func `what a verification proved is signed later, also after another request has taken its place`()
        async throws
    {
        try await prove(ann)
        try await verify()
        let request: JSONText = [
            "type": "m.key.verification.request", "sender": "@bob:test",
            "content": [
                "from_device": "BOB", "methods": ["m.sas.v1"], "timestamp": .integer(1_800_000_000_000),
                "transaction_id": "again",
            ],
        ]
        try await ann.receive([request], next: "s8")
        #expect(await ann.currentVerification?.stage == .asked)
        let result = try #require(await ann.unsigned.first)
        #expect(try await ann.verifiedSignatures(of: result, in: answer())?["@bob:test"] != nil)
        await ann.confirmSigned(result)
        #expect(await ann.unsigned.isEmpty)
    }

    @Test func `the account's proved master key stays the same after the verification of another person`() async throws
    {
        try await prove(ann)
        let before = try await ann.provedMaster()
        try await verify()
        #expect(try await ann.provedMaster() == before)
        #expect(before == identities["@ann:test"]?.master.publicKey.base64)
    }

    @Test func `a verified device of the account learns its master key, and is not signed under another key`()
        async throws
    {
        let fixture = try MachineFixture()
        let tablet = try fixture.open(device: "TABLET")
        try await prove(ann)
        func shown(_ keys: DeviceKeys) async throws -> JSONText {
            let own = await ann.keys
            let published = try #require(identities["@ann:test"]).published(by: own)
            let devices: [JSONText.Member] = [
                .init(name: "ANN", value: own.published), .init(name: "TABLET", value: keys.published),
            ]
            return [
                "device_keys": ["@ann:test": .object(devices)],
                "master_keys": ["@ann:test": published["master_key"] ?? .null],
                "self_signing_keys": ["@ann:test": published["self_signing_key"] ?? .null],
            ]
        }
        let real = try await shown(tablet.keys)
        for machine in [ann, tablet] { try await show(real, to: machine) }
        #expect(try await tablet.provedMaster() == nil)
        #expect(try await ann.verify("@ann:test", device: "TABLET"))
        var isMoving = true
        func deliver(_ from: EncryptionMachine, _ to: EncryptionMachine) async throws {
            while let (id, type, body) = try await from.nextShare(in: EncryptionMachine.noRoom) {
                isMoving = true
                try await from.confirmShare(id)
                guard let content = body["messages"]?["@ann:test"]?[await to.keys.device] else { continue }
                let event: JSONText = ["type": .string(type), "sender": "@ann:test", "content": content]
                try await to.receive([event], next: UUID().uuidString)
            }
        }
        func exchange() async throws {
            isMoving = true
            while isMoving {
                isMoving = false
                try await deliver(ann, tablet)
                try await deliver(tablet, ann)
            }
        }
        try await exchange()
        #expect(try await tablet.acceptVerification())
        try await exchange()
        for machine in [ann, tablet] { try await machine.confirmVerification() }
        try await exchange()
        #expect(await ann.currentVerification?.stage == .done)
        #expect(try await tablet.provedMaster() == identities["@ann:test"]?.master.publicKey.base64)
        let madeUp = DeviceKeys(
            user: "@ann:test",
            device: "TABLET",
            signing: try SigningKey(),
            identity: try AgreementKey()
        )
        let result = try #require(await ann.unsigned.first)
        #expect(try await ann.verifiedSignatures(of: result, in: shown(madeUp).parsed) == nil)
        #expect(try await ann.verifiedSignatures(of: result, in: real.parsed)?["@ann:test"]?["TABLET"] != nil)
    }

    @Test(arguments: 1...12) func `a write that fails leaves the verification as it was`(_ number: Int) async throws {
        struct Full: Error {}
        let (fault, count) = (FaultSwitch(), number)
        let fixture = try MachineFixture()
        let carol = try EncryptionMachine(
            path: fixture.path,
            user: "@carol:test",
            device: "CAROL",
            random: SecureRandom(),
            now: { Date(timeIntervalSince1970: 1_800_000_000) },
            diskFault: { if fault.counts() == count { throw Full() } }
        )
        try await carol.track(["@ann:test", "@bob:test"])
        let (query, _) = try #require(await carol.query())
        try await carol.acceptQuery(try await answer(), to: query)
        fault.isOn = true
        for step in 0..<3 {
            let before = (await carol.verifications, try await carol.nextShare(in: EncryptionMachine.noRoom)?.id)
            do {
                switch step {
                case 0: _ = try await carol.verify("@bob:test")
                case 1: try await carol.cancelVerification(.user)
                default: _ = try await carol.verify("@ann:test", device: "ANN")
                }
            } catch is Full {
                #expect(await carol.verifications == before.0)
                #expect(try await carol.nextShare(in: EncryptionMachine.noRoom)?.id == before.1)
            }
        }
    }

    @Test func `a write that fails sends nothing to the room, and trusts nothing`() async throws {
        try await compare(in: "!room:test")
        try await bob.confirmVerification()
        try await deliver()
        // The first statement begins the transaction.
        await ann.failWrites(from: 2)
        await #expect(throws: DiskError.self) { try await ann.confirmVerification() }
        #expect(await stages == ["comparing", "confirmed"])
        #expect(await ann.nextRoomMessage == nil)
        #expect(await ann.unsigned.isEmpty)
        await ann.failWrites(from: .max)
        try await ann.confirmVerification()
        try await deliver()
        #expect(await stages == ["done", "done"])
    }

    @Test func `an answer after ten minutes ends a verification instead of going on`() async throws {
        #expect(try await ann.verify("@bob:test"))
        try await deliver()
        #expect(try await bob.acceptVerification())
        fixtures[0].advance(seconds: 600)
        try await deliver()
        #expect(await stages == ["we: m.timeout", "they: m.timeout"])
    }

    @Test func `a request of this device itself asks nothing, one of another's device of that name does`()
        async throws
    {
        for (user, count) in [("@ann:test", 0), ("@bob:test", 1)] {
            let content: JSONText = [
                "from_device": "ANN", "methods": ["m.sas.v1"], "timestamp": .integer(1_800_000_000_000),
                "transaction_id": .string(user),
            ]
            let event: JSONText = [
                "type": "m.key.verification.request", "sender": .string(user), "content": content,
            ]
            try await ann.receive([event], next: UUID().uuidString)
            #expect(await ann.verifications.count == count)
        }
    }

    @Test func `of the events of one verification in a room, 100 are remembered`() async throws {
        #expect(try await ann.verify("@bob:test", in: "!room:test"))
        let (id, _) = try #require(await ann.nextRoomMessage)
        await ann.confirmRoomMessage(id, event: "$1")
        let relation: JSONText = ["rel_type": "m.reference", "event_id": "$1"]
        for number in 1...110 {
            let x = VerificationMessage(
                type: "m.key.verification.x",
                content: ["m.relates_to": relation],
                user: "",
                devices: []
            )
            try await receive(x, as: "$x\(number)", from: "@bob:test", by: ann)
        }
        #expect(await ann.currentVerification?.events.count == 100)
    }

    @Test func `emoji that differ trust nothing`() async throws {
        try await compare()
        try await ann.cancelVerification(.mismatch)
        try await deliver()
        #expect(await stages == ["we: m.mismatched_sas", "they: m.mismatched_sas"])
        try await bob.confirmVerification()
        #expect(try await ann.devices(of: "@bob:test").map(\.trust) == [DeviceTrust.none])
        #expect(try await bob.devices(of: "@ann:test").map(\.trust) == [DeviceTrust.none])
    }

    @Test func `requests that cross become one verification`() async throws {
        #expect(try await ann.verify("@bob:test"))
        #expect(try await bob.verify("@ann:test"))
        try await deliver()
        #expect(await stages == ["comparing", "comparing"])
        #expect(await ann.currentVerification?.transaction == bob.currentVerification?.transaction)
    }

    @Test(arguments: [true, false])
    func `a verification goes on in a room, and trusts as one between devices does`(isEqual: Bool) async throws {
        try await compare(in: "!room:test")
        let transactions = [await ann.currentVerification?.transaction, await bob.currentVerification?.transaction]
        #expect(transactions[0]?.hasPrefix("$") == true && transactions[0] == transactions[1])
        try await ann.confirmVerification()
        if isEqual { try await bob.confirmVerification() } else { try await bob.cancelVerification(.mismatch) }
        try await deliver()
        if isEqual {
            #expect(await stages == ["done", "done"])
            #expect(try await ann.isVerified("@bob:test") == true)
        } else {
            #expect(await stages == ["they: m.mismatched_sas", "we: m.mismatched_sas"])
        }
    }

    @Test(arguments: [
        ("@eve:test", "$1", "!room:test"), ("@bob:test", "$other", "!room:test"), ("@bob:test", "$1", "!b:test"),
    ])
    func `events of other verifications leave the limit of one in a room alone`(
        _ sender: String,
        _ transaction: String,
        _ room: String
    ) async throws {
        #expect(try await ann.verify("@bob:test", in: "!room:test"))
        let (id, request) = try #require(await ann.nextRoomMessage)
        await ann.confirmRoomMessage(id, event: "$1")
        let relation: JSONText = ["rel_type": "m.reference", "event_id": .string(transaction)]
        for number in 1...100 {
            try await ann.receiveRoomVerification(
                "m.key.verification.x",
                JSONText.object([.init(name: "m.relates_to", value: relation)]).parsed,
                event: (id: "$x\(number)", time: 1_800_000_000_000),
                from: sender,
                in: room
            )
        }
        try await receive(request, as: "$1", from: "@ann:test", by: bob)
        #expect(try await bob.acceptVerification())
        try await deliver()
        #expect(await stages == ["comparing", "comparing"])
    }

    @Test func `a request in a room is for the user that it names, and comes from somebody else, once`() async throws {
        #expect(try await ann.verify("@bob:test", in: "!room:test"))
        let request = try #require(await ann.nextRoomMessage).message
        #expect(request.type == "m.room.message" && request.content["to"] == "@bob:test" && request.devices.isEmpty)
        let elsewhere = VerificationMessage(
            type: request.type,
            content: request.content.with("to", "@eve:test"),
            user: "",
            devices: []
        )
        try await receive(elsewhere, as: "$0", from: "@ann:test", by: bob)
        try await receive(request, as: "$0", from: "@bob:test", by: bob)
        #expect(await bob.currentVerification == nil)
        try await receive(request, as: "$1", from: "@ann:test", by: bob)
        #expect(await bob.currentVerification?.stage == .asked)
        try await bob.cancelVerification(.user)
        try await receive(request, as: "$1", from: "@ann:test", by: bob)
        #expect(await stages[1] == "we: m.user", "a repeated event asks nothing")
    }

    @Test func `another device of the account that answers in the room ends the request here`() async throws {
        #expect(try await ann.verify("@bob:test", in: "!room:test"))
        let request = try #require(await ann.nextRoomMessage).message
        try await receive(request, as: "$1", from: "@ann:test", by: bob)
        let relation: JSONText = ["rel_type": "m.reference", "event_id": "$1"]
        let content: JSONText = ["from_device": "PHONE", "methods": ["m.sas.v1"], "m.relates_to": relation]
        let ready = VerificationMessage(type: "m.key.verification.ready", content: content, user: "", devices: [])
        try await receive(ready, as: "$2", from: "@bob:test", by: bob)
        #expect(await stages[1] == "they: m.accepted")
        #expect(await bob.nextRoomMessage == nil)
    }

    @Test func `an answer that comes before the response to the request belongs to it`() async throws {
        #expect(try await ann.verify("@bob:test", in: "!room:test"))
        let (id, request) = try #require(await ann.nextRoomMessage)
        try await receive(request, as: "$1", from: "@ann:test", by: bob)
        #expect(try await bob.acceptVerification())
        let ready = try #require(await bob.nextRoomMessage).message
        try await receive(ready, as: "$2", from: "@bob:test", by: ann)
        await ann.confirmRoomMessage(id, event: "$1")
        #expect(await ann.currentVerification?.transaction == "$1")
        await bob.confirmRoomMessage(try #require(await bob.nextRoomMessage).id, event: "$2")
        try await deliver()
        #expect(await stages == ["comparing", "comparing"])
    }

    @Test func `a message that the homeserver refuses ends the verification without another`() async throws {
        #expect(try await ann.verify("@bob:test", in: "!room:test"))
        try await ann.refuseRoomMessages()
        #expect(await stages[0] == "we: m.user")
        #expect(await ann.nextRoomMessage == nil)
    }

    @Test func `a message of a room that the homeserver refuses leaves the verification that took its place`()
        async throws
    {
        #expect(try await ann.verify("@bob:test", in: "!room:test"))
        #expect(try await ann.verify("@bob:test"))
        try await ann.refuseRoomMessages()
        #expect(await stages[0] == "waiting")
        #expect(await ann.nextRoomMessage == nil)
    }

    @Test func `strangers cannot ask, and a request does not disturb a verification`() async throws {
        func request(_ sender: String) -> JSONText {
            [
                "type": "m.key.verification.request", "sender": .string(sender),
                "content": [
                    "from_device": "X", "methods": ["m.sas.v1"], "timestamp": .integer(1_800_000_000_000),
                    "transaction_id": .string(sender),
                ],
            ]
        }
        try await ann.receive([request("@stranger:test")])
        #expect(await ann.currentVerification == nil)
        try await ann.receive([request("@bob:test")])
        #expect(await ann.currentVerification?.stage == .asked)
        #expect(try await !ann.acceptVerification(), "Bob has no device X")
        #expect(await stages[0] == "we: m.key_mismatch")
        try await compare()
        try await ann.track(["@carol:test"])
        try await ann.receive([request("@carol:test")])
        #expect(await stages == ["comparing", "comparing"])
    }

    @Test func `a verification ends by the clock`() async throws {
        #expect(try await ann.verify("@bob:test"))
        fixtures[0].advance(seconds: 600)
        try await ann.expireVerification()
        #expect(await stages[0] == "we: m.timeout")
        #expect(try await !ann.verify("@nobody:test"))
        #expect(try await !ann.verify("@bob:test", device: "PHONE"))
        #expect(try await ann.verify("@bob:test", device: "BOB"))
    }

    @Test func `a blocked device gets no key and is told so, until it is unblocked`() async throws {
        let room = try RoomFixture()
        #expect(try await room.share() == ["BOB", "PHONE", "TABLET"])
        #expect(try await room.ann.setBlocked(true, device: "PHONE", of: "@bob:test"))
        #expect(try await !room.ann.setBlocked(true, device: "NONE", of: "@bob:test"))
        #expect(try await room.share() == ["BOB", "PHONE: m.room_key.withheld", "TABLET"])
        let body = try await room.encrypt("secret")
        let phone = room.others[1].machine
        #expect(try await room.read(body, by: phone) == #"waiting: withheld(code: "m.blacklisted")"#)
        #expect(try await room.share() == [], "told once")
        #expect(try await room.ann.setBlocked(false, device: "PHONE", of: "@bob:test"))
        #expect(try await room.share() == ["PHONE"])
    }
}
