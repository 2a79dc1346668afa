import ChatTypes
import HTTPClient
import JSONKit
import MatrixCrypto
import OlmKit
import RuntimeKit
import Synchronization
import Testing
import Transport

@testable import MatrixTransport

/// Recovery keys, with a homeserver that a test simulates.
@Suite struct RecoveryTests {
    private let server = RecoveryServer()
    private let devices = Recorder<Void>()

    /// Returns a device of the account, which chooses other names than those before.
    private func device() throws -> TransportFixture {
        devices.record(())
        let world = try TransportFixture(randomSeed: UInt64(devices.all.count), isEncrypting: true)
        world.http.answer = { [server] in server.answer($0) }
        return world
    }

    /// Returns a second device, which the homeserver has not seen, in the place of the first.
    private func secondDevice() throws -> TransportFixture {
        server.change { $0.device = nil }
        return try device()
    }

    /// Makes a recovery key and returns it; an earlier one that it goes on with is empty.
    @discardableResult
    private func create(on world: TransportFixture, replacing: Bool = false, password: String = "right") throws
        -> String
    {
        let shown = Mutex<String?>(nil)
        try world.result { transport in
            try await transport.createRecovery(replacing: replacing) { key in
                shown.withLock { $0 = key ?? "" }
                return true
            } password: {
                password
            }
        }
        return try shown.withLock(\.self).unwrapped()
    }

    /// Makes a recovery key while one request fails; returns the key that was shown.
    private func breakOff(at path: String, on world: TransportFixture, replacing: Bool = false) throws -> String? {
        server.change { $0.failing = path }
        let shown = Mutex<String?>(nil)
        #expect(throws: (any Error).self) {
            try world.result { transport in
                try await transport.createRecovery(replacing: replacing) { key in
                    shown.withLock { $0 = key }
                    return true
                } password: {
                    "right"
                }
            }
        }
        #expect(server.read(\.failing) == nil, "the request was made")
        return shown.withLock(\.self)
    }

    /// The requests of a publication behind the one that stores the secrets.
    static let steps = [
        "device_signing/upload", "m.secret_storage.default_key", "signatures/upload", "room_keys/version",
    ]

    private func restore(_ key: String, on world: TransportFixture) throws -> RecoveryResult {
        try world.result { try await $0.restore(with: key) }
    }

    private func status(of world: TransportFixture) throws -> RecoveryStatus {
        try world.result { try await $0.recoveryStatus() }
    }

    @Test(arguments: [
        (
            RecoveryError(.invalidCharacter("0", position: 6)),
            "this is no recovery key: character 6, 0, occurs in none: copy it again"
        ),
        (
            RecoveryError(.wrongLength(47, expected: 48)),
            "this is no recovery key: it has 47 characters, not 48: type all of it in one line"
        ),
        (RecoveryError(.wrongChecksum), "this is no recovery key: at least one character is wrong: copy it again"),
    ])
    func `a mistyped recovery key is told with the mistake`(_ error: RecoveryError, _ text: String) {
        #expect(error.description == text)
    }

    @Test func `an error names the keys that a recovery key does not open, or what the homeserver demands`() {
        let error = RecoveryError.incomplete([SecretName.master, SecretName.selfSigning, "m.other"])
        #expect(error.description.contains("does not open the master key, the key that signs devices: repair it"))
        let start = "the homeserver takes no password for this, but "
        #expect("\(RecoveryError.otherAuthentication([]))".hasPrefix(start + "nothing that it names: "))
        #expect("\(RecoveryError.otherAuthentication(["a", "b"]))".hasPrefix(start + "a, b: "))
    }

    @Test(arguments: [true, false])
    func `a device that was verified says only that keys are not backed up`(isVerified: Bool) {
        let status = RecoveryStatus(
            hasIdentity: true,
            isSigned: isVerified,
            isProved: isVerified,
            hasRecoveryKey: true,
            isSaving: false,
            isUnfinished: false
        )
        #expect(status.sentences.contains("New keys are not backed up") == isVerified)
        #expect(status.sentences.contains { $0.contains("cannot be read") } != isVerified)
    }

    @Test(arguments: [true, false], [true, false])
    func `a device is trusted if the account has signed it and this device has proved that it did`(
        _ isSigned: Bool,
        _ isProved: Bool
    ) {
        let status = RecoveryStatus(
            hasIdentity: true,
            isSigned: isSigned,
            isProved: isProved,
            hasRecoveryKey: true,
            isSaving: true,
            isUnfinished: false
        )
        let trusted = ["Your account has signed this device, and its keys are backed up"]
        #expect((status.sentences == trusted) == (isSigned && isProved))
        #expect(status.sentences.contains { $0.contains("has not signed") } == !(isSigned && isProved))
    }

    @Test func `a signature that the homeserver does not accept is an error, and proves nothing`() throws {
        let key = try create(on: device())
        let world = try secondDevice()
        world.http.intercept { call in
            guard call.path.suffix(2) == ["signatures", "upload"] else { return nil }
            return .json(#"{"failures":{"@me:test":{"D":{"errcode":"M_INVALID_SIGNATURE"}}}}"#)
        }
        #expect(throws: ServiceError.self) { try restore(key, on: world) }
        #expect(try !status(of: world).isProved)
    }

    @Test func `of many keys of secret storage ten are requested, the account's own first`() throws {
        let key = try create(on: device())
        server.change { state in
            let forms = state.accountData[SecretName.master]?["encrypted"] ?? [:]
            let many = (10..<40).reduce(forms) { $0.with("\($1)", ["iv": "x"]) }
            state.accountData[SecretName.master] = ["encrypted": many]
        }
        let world = try secondDevice()
        #expect(try restore(key, on: world).warning == nil)
        #expect(world.http.calls.count { $0.path.last?.hasPrefix("m.secret_storage.key.") == true } == 10)
    }

    @Test func `a key without a public check is proved by the secrets that it opens`() throws {
        let key = try create(on: device())
        server.change { state in
            for (type, value) in state.accountData where type.hasPrefix("m.secret_storage.key.") {
                state.accountData[type] = value.without(["iv", "mac"])
            }
        }
        let world = try secondDevice()
        let other = RecoveryKey.text(for: try SecretStorageKey())
        #expect(throws: RecoveryError.wrongKey) { try restore(other, on: world) }
        #expect(try restore(key, on: world).warning == nil && status(of: world).isSigned)
    }

    @Test func `a recovery key signs this device, and a second one, and brings the keys back`() throws {
        let first = try device()
        let before = try status(of: first)
        #expect(!before.hasIdentity && !before.hasRecoveryKey && !before.isSaving && before.sentences.count == 1)
        let session = try first.addKey()
        let key = try create(on: first)
        let after = try status(of: first)
        #expect(after.isSigned && after.isProved && after.hasRecoveryKey && after.isSaving)
        #expect(server.read(\.saved).count == 1)
        let second = try secondDevice()
        #expect(try !status(of: second).isSigned)
        let result = try restore(key, on: second)
        #expect(!result.hasBegunBackup)
        let keys = try result.keys.unwrapped()
        #expect(keys.newKeys == 1 && keys.keys == 1 && keys.unusable == 0)
        #expect(try status(of: second) == after)
        #expect(
            try second.result { try await $0.encryption.unwrapped().machine.newRoomKeys().map(\.session.rawValue) } == [
                session
            ]
        )
    }

    @Test func `no request contains the recovery key or a private key`() throws {
        let world = try device()
        let key = try create(on: world)
        let storage = try RecoveryKey.key(from: key)
        let sent = world.http.calls.map { String(decoding: $0.sent, as: UTF8.self) }.joined()
        #expect(sent.contains("m.secret_storage.v1.aes-hmac-sha2"))
        #expect(!sent.contains(storage.secret.base64) && !sent.contains(key))
        for name in [SecretName.master, SecretName.selfSigning, SecretName.userSigning, SecretName.backup] {
            let secret = try world.result { transport in
                let stored = try await SecretStorage(api: transport.api, user: me).stored()
                let opened = try [stored.defaultKey.unwrapped(): OpenedKey(key: storage, isChecked: true)]
                return try stored.secret(name, with: opened)
            }
            #expect(try !sent.contains(secret.unwrapped().base64))
        }
    }

    @Test func `a second identity is made only when the first is to be replaced`() throws {
        let world = try device()
        let key = try create(on: world)
        #expect(throws: RecoveryError.exists) { try create(on: world) }
        let newKey = try create(on: world, replacing: true)
        #expect(throws: RecoveryError.otherIdentity) { try restore(key, on: world) }
        #expect(try restore(newKey, on: world).keys?.unusable == 0)
    }

    @Test func `no second identity is made if the homeserver hides the first`() throws {
        let world = try device()
        let key = try create(on: world)
        server.change { $0.identity = nil }
        #expect(throws: RecoveryError.hidden) { try create(on: world) }
        #expect(throws: RecoveryError.hidden) { try restore(key, on: world) }
        #expect(try status(of: world).hasIdentity)
        #expect(server.read(\.identity) == nil)
        try create(on: world, replacing: true)
        #expect(try status(of: world).isSigned)
    }

    @Test func `the password is asked for only if the homeserver takes one`() throws {
        let world = try device()
        #expect(throws: RecoveryError.wrongPassword) { try create(on: world, password: "wrong") }
        server.change { $0.flows = [["stages": ["m.login.sso"]], ["stages": ["m.login.password", "m.login.terms"]]] }
        #expect(throws: RecoveryError.otherAuthentication(["m.login.sso", "m.login.password", "m.login.terms"])) {
            try world.result {
                try await $0.createRecovery(replacing: false) { _ in
                    true
                } password: {
                    throw CancellationError()
                }
            }
        }
        server.change { $0.flows = [["stages": [.string("m.login.\(TransportFixture.token)")]]] }
        #expect(throws: RecoveryError.otherAuthentication(["m.login.[hidden]"])) {
            try world.result {
                try await $0.createRecovery(replacing: false) { _ in
                    true
                } password: {
                    throw CancellationError()
                }
            }
        }
        #expect(server.read(\.identity) == nil)
        server.change { $0.flows = nil }
        try world.result {
            try await $0.createRecovery(replacing: false) { _ in
                true
            } password: {
                throw CancellationError()
            }
        }
        #expect(try status(of: world).isSigned)
    }

    @Test func `an identity that the homeserver has made up is not signed for`() throws {
        let key = try create(on: device())
        let real = server.read(\.identity)
        try create(on: secondDevice(), replacing: true)
        let forged = server.read(\.identity)
        server.change { $0.identity = real }
        // The first recovery key opens the first identity, which the homeserver shows again.
        let world = try secondDevice()
        #expect(try restore(key, on: world).warning == nil)
        let newKey = try create(on: world, replacing: true)
        server.change { $0.identity = forged }
        let other = try secondDevice()
        #expect(throws: RecoveryError.otherIdentity) { try restore(newKey, on: other) }
        #expect(server.read(\.device)?["signatures"]?["@me:test"].map { $0.memberCount } == 1)
        #expect(try !status(of: other).isProved)
    }

    @Test func `no keys are added to a backup that somebody else began`() throws {
        let world = try device()
        try create(on: world)
        #expect(try status(of: world).isSaving)
        let foreign = try AgreementKey().publicKey.base64
        server.change { state in
            let data: JSONText = [
                "public_key": .string(foreign), "signatures": state.backup?["auth_data"]?["signatures"] ?? [:],
            ]
            state.backup = state.backup?.with("version", "9").with("auth_data", data)
            state.saving = .failure(403, "M_WRONG_ROOM_KEYS_VERSION")
        }
        try world.addKey()
        let told = Recorder<String>()
        world.begin { await $0.followBackup { told.record($0) } }
        try world.result { try await $0.encryption.unwrapped().saveKeys() }
        world.run(.seconds(1))
        #expect(told.all.count == 1 && told.all.first?.contains("viperchat recovery restore") == true)
        server.change { $0.saving = nil }
        try world.result { try await $0.encryption.unwrapped().saveKeys() }
        #expect(server.read(\.saved).isEmpty)
        #expect(try !status(of: world).isSaving)
        world.run(.seconds(1))
        #expect(told.all.count == 1, "it is told once")
    }

    @Test func `a key that comes later is added to the backup while the account is connected`() throws {
        let world = try device()
        try create(on: world)
        try world.addKey()
        #expect(server.read(\.saved).isEmpty)
        world.receive()
        world.run(.seconds(1))
        #expect(server.read(\.saved).count == 1)
    }

    @Test func `after a login, the keys that the homeserver has forgotten are published again`() throws {
        let world = try device()
        try world.result { try await $0.publishKeys() }
        let keys = try server.read(\.device).unwrapped()
        server.change { $0.device = nil }
        try world.result { try await $0.publishKeys() }
        #expect(server.read(\.device) == keys)
        // The keys of another store of this device are not replaced.
        try secondDevice().result { try await $0.publishKeys() }
        let others = server.read(\.device)
        #expect(others != keys)
        #expect(throws: CryptoStoreError.lost) { try world.result { try await $0.publishKeys() } }
        #expect(server.read(\.device) == others)
    }

    @Test func `the owner of the backup is looked at once in a process`() throws {
        let world = try device()
        try create(on: world)
        for _ in 1...2 {
            let before = world.http.lines.count { $0 == "GET v3/room_keys/version" }
            try world.addKey()
            try world.result { try await $0.encryption.unwrapped().saveKeys() }
            #expect(world.http.lines.count { $0 == "GET v3/room_keys/version" } == before)
        }
        #expect(server.read(\.saved).count == 2)
    }

    @Test func `the end of a backup that another process noticed is told once`() throws {
        let world = try device()
        try create(on: world)
        server.change { $0.backup = nil }
        try world.addKey()
        try world.result { try await $0.encryption.unwrapped().checkBackup() }
        // A process that ends takes along what it has not told.
        try world.transport.encryption.unwrapped().backupEnds.drain()
        let told = Recorder<String>()
        for _ in 1...2 {
            let task = world.begin { await $0.followBackup { told.record($0) } }
            world.run(.seconds(1))
            task.cancel()
            world.run(.seconds(1))
        }
        #expect(told.all.count == 1)
    }

    @Test func `the end of a backup is told at once to who follows it`() throws {
        let world = try device()
        try create(on: world)
        let told = Recorder<String>()
        world.begin { await $0.followBackup { told.record($0) } }
        world.run(.seconds(1))
        #expect(told.all.isEmpty)
        server.change { $0.backup = nil }
        try world.result { try await $0.encryption.unwrapped().checkBackup() }
        world.run(.seconds(1))
        #expect(told.all.count == 1)
    }

    @Test func `keys go on into a backup that another device has begun anew with the account's key`() throws {
        let world = try device()
        try create(on: world)
        server.change { $0.backup = $0.backup?.with("version", "2") }
        world.http.intercept { call in
            call.method == .put && call.query["version"] == "1" ? .failure(403, "M_WRONG_ROOM_KEYS_VERSION") : nil
        }
        try world.addKey()
        try world.result { try await $0.encryption.unwrapped().saveKeys() }
        #expect(server.read(\.saved).count == 1)
        #expect(world.http.calls.last { $0.method == .put }?.query["version"] == "2")
    }

    @Test(arguments: [(404, "M_NOT_FOUND"), (403, "M_WRONG_ROOM_KEYS_VERSION")])
    func `a backup that was deleted ends the saving of keys without an error`(_ status: Int, _ code: String) throws {
        let world = try device()
        try create(on: world)
        server.change { state in
            state.backup = nil
            state.saving = .failure(status, code)
        }
        try world.addKey()
        try world.result { try await $0.encryption.unwrapped().saveKeys() }
        #expect(try !self.status(of: world).isSaving)
    }

    @Test func `a recovery key is refused with a reason, whatever the homeserver stores`() throws {
        let key = try create(on: device())
        let data = server.read(\.accountData)
        let types = data.keys.sorted()
        #expect(types.count == 6)
        let values: [JSONText] = [
            .null, "x", .integer(7), [], [:], ["key": .integer(7)], ["key": ""], ["encrypted": []],
            ["encrypted": ["x": "y"]],
            ["algorithm": "m.secret_storage.v1.aes-hmac-sha2", "iv": "", "mac": ""],
            ["algorithm": "m.secret_storage.v1.aes-hmac-sha2", "iv": .integer(7), "mac": "AAAA"],
        ]
        for type in types {
            for value in values {
                server.change { $0.accountData = data.merging([type: value]) { $1 } }
                let world = try secondDevice()
                // The user signing key and the backup are not needed.
                do { _ = try restore(key, on: world) } catch let error as RecoveryError {
                    #expect(!error.description.isEmpty)
                    #expect(server.read(\.device)?["signatures"]?["@me:test"].map { $0.memberCount } ?? 1 == 1)
                }
            }
        }
    }

    @Test(arguments: [0, -1, Int64(CryptoLimits.passphraseRounds) + 1, Int64.max])
    func `a passphrase with a hostile number of rounds opens nothing`(_ rounds: Int64) throws {
        try create(on: device())
        server.change { state in
            for (type, value) in state.accountData where type.hasPrefix("m.secret_storage.key.") {
                let derived: JSONText = ["algorithm": "m.pbkdf2", "salt": "s", "iterations": .integer(rounds)]
                state.accountData[type] = value.with("passphrase", derived)
            }
        }
        let world = try secondDevice()
        #expect(throws: RecoveryError.unusablePassphrase) { try restore("passphrase", on: world) }
    }

    @Test func `a restore that is cancelled while its key is derived ends as cancelled, and does not blame the key`()
        throws
    {
        try create(on: device())
        server.change { state in
            let rounds = Int64(CryptoLimits.passphraseRounds)
            let derived: JSONText = ["algorithm": "m.pbkdf2", "salt": "s", "iterations": .integer(rounds)]
            for (type, value) in state.accountData where type.hasPrefix("m.secret_storage.key.") {
                state.accountData[type] = value.with("passphrase", derived)
            }
        }
        let world = try secondDevice()
        let answer = world.http.answer
        world.http.answer = { call in
            let response = try await answer(call)
            if call.path.last?.hasPrefix("m.secret_storage.key.") == true { withUnsafeCurrentTask { $0?.cancel() } }
            return response
        }
        #expect(throws: CancellationError.self) { try restore("a passphrase", on: world) }
    }

    /// Returns a second device of an account whose secrets are stored under the passphrase "a long one", too, which is the default.
    private func deviceWithPassphrase() throws -> TransportFixture {
        let key = try create(on: device())
        let storage = try SecretStorageKey(passphrase: "a long one", salt: "s", rounds: 100)
        let old = try RecoveryKey.key(from: key)
        let world = try secondDevice()
        try world.result { transport in
            let own = SecretStorage(api: transport.api, user: me)
            let stored = try await own.stored()
            let opened = try [stored.defaultKey.unwrapped(): OpenedKey(key: old, isChecked: true)]
            var secrets: [(name: String, secret: Secret)] = []
            for name in [SecretName.master, SecretName.selfSigning] {
                secrets.append((name, try stored.secret(name, with: opened).unwrapped()))
            }
            try await own.store(secrets, under: storage, named: "P")
            try await own.setDefaultKey("P")
        }
        server.change { state in
            let derived: JSONText = ["algorithm": "m.pbkdf2", "salt": "s", "iterations": .integer(100)]
            state.accountData["m.secret_storage.key.P"] = state.accountData["m.secret_storage.key.P"]?
                .with("passphrase", derived)
        }
        return world
    }

    @Test func `a new backup's key is stored under a key that opens the master key only`() throws {
        let world = try deviceWithPassphrase()
        server.change { state in
            let derived: JSONText = ["algorithm": "m.pbkdf2", "salt": "theirs", "iterations": .integer(1)]
            state.accountData["m.secret_storage.key.!"] = [
                "algorithm": "m.secret_storage.v1.aes-hmac-sha2", "passphrase": derived,
            ]
            state.accountData["m.secret_storage.default_key"] = ["key": "!"]
            state.accountData[SecretName.backup] = nil
            state.backup = nil
        }
        _ = try restore("a long one", on: world)
        guard case .object(let forms)? = server.read(\.accountData)[SecretName.backup]?["encrypted"] else {
            throw Missing()
        }
        #expect(forms.map(\.name) == ["P"])
    }

    @Test func `a passphrase opens what it was made for`() throws {
        let world = try deviceWithPassphrase()
        #expect(throws: RecoveryError.neitherKeyNorPassphrase) { try restore("another word", on: world) }
        #expect(try restore("a long one", on: world).keys == nil)
        #expect(try status(of: world).isSigned)
        let changes: [(name: String, JSONText)] = [
            ("iterations", "500000"), ("salt", .integer(1)), ("bits", .integer(128)),
        ]
        for (name, value) in changes {
            server.change { state in
                let key = state.accountData["m.secret_storage.key.P"] ?? [:]
                let derived = (key["passphrase"] ?? [:]).with(name, value)
                state.accountData["m.secret_storage.key.P"] = key.with("passphrase", derived)
            }
            #expect(throws: RecoveryError.unusablePassphrase) { try restore("a long one", on: world) }
        }
    }

    // MARK: Broken off

    @Test func `nothing is published unless the user has the recovery key`() throws {
        let world = try device()
        #expect(throws: RecoveryError.unconfirmed) {
            try world.result {
                try await $0.createRecovery(replacing: false) { _ in
                    false
                } password: {
                    "right"
                }
            }
        }
        #expect(server.read(\.identity) == nil && server.read(\.accountData).isEmpty && server.read(\.backup) == nil)
        #expect(try !status(of: world).hasIdentity)
    }

    @Test(arguments: steps, [false, true])
    func `a publication that broke off goes on with the key that was shown`(_ step: String, _ replacing: Bool) throws {
        let world = try device()
        if replacing { try create(on: world) }
        let key = try breakOff(at: step, on: world, replacing: replacing).unwrapped()
        // Until it is published, the former identity works on.
        let isUnfinished = !replacing || step != Self.steps[0]
        #expect(try status(of: world).isUnfinished == isUnfinished)
        #expect(try status(of: world).sentences.joined().contains("viperchat recovery new goes on") == isUnfinished)
        #expect(try create(on: world, replacing: replacing) == "", "no other key is shown")
        let after = try status(of: world)
        #expect(after.isSigned && after.isProved && after.hasRecoveryKey && after.isSaving && !after.isUnfinished)
        let second = try secondDevice()
        _ = try restore(key, on: second)
        #expect(try status(of: second).isSigned)
    }

    @Test(arguments: steps.dropFirst(), [false, true])
    func `after a publication broke off, the key that was shown also finishes it`(_ step: String, _ replacing: Bool)
        throws
    {
        let world = try device()
        if replacing { try create(on: world) }
        let key = try breakOff(at: step, on: world, replacing: replacing).unwrapped()
        let second = try secondDevice()
        #expect(try restore(key, on: second).warning == nil)
        let after = try status(of: second)
        #expect(after.isSigned && after.isProved && after.hasRecoveryKey && after.isSaving)
    }

    @Test func `secrets that are not all stored publish nothing, and another key is shown`() throws {
        let world = try device()
        let first = try breakOff(at: SecretName.userSigning, on: world)
        #expect(server.read(\.identity) == nil)
        let second = try create(on: world)
        #expect(second != first && second != "")
        #expect(try status(of: world).isSaving)
    }

    @Test func `a key that was shown and lost makes way for another, if the identity is to be replaced`() throws {
        let world = try device()
        _ = try breakOff(at: "signatures/upload", on: world)
        func again(replacing: Bool) throws {
            try world.result {
                try await $0.createRecovery(replacing: replacing) {
                    $0 != nil
                } password: {
                    "right"
                }
            }
        }
        #expect(throws: RecoveryError.exists) { try again(replacing: false) }
        try again(replacing: true)
        #expect(try status(of: world).isSaving)
    }

    @Test func `an identity without stored keys is told apart from an account without one`() throws {
        let world = try device()
        #expect(throws: RecoveryError.noRecoveryKey) { try restore("x", on: world) }
        try create(on: world)
        server.change { $0.accountData = [:] }
        let other = try secondDevice()
        #expect(throws: RecoveryError.lostRecoveryKey) { try restore("x", on: other) }
        #expect(try status(of: other).sentences.joined().contains("viperchat recovery replace"))
        #expect(throws: RecoveryError.exists) { try create(on: other) }
        try create(on: other, replacing: true)
        #expect(try status(of: other).isSigned)
    }

    // MARK: Other keys and damaged secrets

    @Test(arguments: ["former default", "no default", "endless default", "both"])
    func `secrets are opened by the keys that they name`(_ way: String) throws {
        let key = try create(on: device())
        let world = try secondDevice()
        if way == "both" {
            // The account has another default key, for new secrets, and the same secrets are not under it.
            let other = try SecretStorageKey()
            try world.result { transport in
                let own = SecretStorage(api: transport.api, user: me)
                try await own.store([("m.other", try SigningKey().secret)], under: other, named: "OTHER")
                try await own.setDefaultKey("OTHER")
            }
        } else {
            let gone: JSONText = ["key": way == "endless default" ? Self.endless : "GONE"]
            server.change { $0.accountData["m.secret_storage.default_key"] = way == "no default" ? nil : gone }
        }
        #expect(try status(of: world).hasRecoveryKey)
        #expect(throws: RecoveryError.exists) { try create(on: world) }
        #expect(try restore(key, on: world).warning == nil)
        #expect(try status(of: world).isSigned)
        if way == "no default" || way == "endless default" {
            let restored = server.read(\.accountData)["m.secret_storage.default_key"]?["key"]
            #expect(restored != nil && restored != Self.endless)
        }
    }

    /// A name of a key that is too long.
    private static let endless = JSONText.string(String(repeating: "x", count: 256))

    @Test(arguments: [SecretName.backup, SecretName.userSigning], ["long", "changed"])
    func `a damaged secret is named, and the others are used`(_ name: String, _ way: String) throws {
        let key = try create(on: device())
        let storage = try RecoveryKey.key(from: key)
        let world = try secondDevice()
        if way == "long" {
            try world.result { transport in
                let own = SecretStorage(api: transport.api, user: me)
                let id = try await own.stored().defaultKey.unwrapped()
                try await own.store(Secret([UInt8](repeating: 7, count: 45)), named: name, under: storage, named: id)
            }
        } else {
            server.change { state in
                guard case .object(let forms)? = state.accountData[name]?["encrypted"] else { return }
                let mac = Base64.encode([UInt8](repeating: 1, count: 32))
                let broken = forms.map { JSONText.Member(name: $0.name, value: $0.value.with("mac", .string(mac))) }
                state.accountData[name] = ["encrypted": .object(broken)]
            }
        }
        let result = try restore(key, on: world)
        #expect(try status(of: world).isSigned)
        let word = name == SecretName.backup ? "the key of the backup" : "the key that signs people"
        #expect(result.warning?.contains(word) == true)
        #expect((result.keys == nil) == (name == SecretName.backup))
    }

    @Test func `an answer that is no object is lost, and a secret's forms under other keys stay`() throws {
        let world = try device()
        server.change { $0.accountData[SecretName.backup] = JSONText.array([]) }
        #expect(throws: ServiceError.responseLost) {
            try world.result { transport in
                let own = SecretStorage(api: transport.api, user: me)
                let secret = Secret([UInt8](repeating: 7, count: 45))
                try await own.store(secret, named: SecretName.backup, under: SecretStorageKey(), named: "P")
            }
        }
        #expect(server.read(\.accountData)[SecretName.backup] == JSONText.array([]))
    }

    @Test func `a damaged master key is named, and nothing is signed`() throws {
        let key = try create(on: device())
        server.change { $0.accountData[SecretName.master] = [:] }
        let world = try secondDevice()
        #expect(throws: RecoveryError.incomplete([SecretName.master])) { try restore(key, on: world) }
        #expect(try !status(of: world).isSigned)
    }

    @Test(arguments: ["foreign", "none"])
    func `the recovery key begins a backup of the account's own in place of another`(_ kind: String) throws {
        let key = try create(on: device())
        let foreign = try AgreementKey().publicKey.base64
        server.change { state in
            state.backup = kind == "none" ? nil : state.backup?.with("auth_data", ["public_key": .string(foreign)])
        }
        let world = try secondDevice()
        #expect(try !status(of: world).isSaving)
        let result = try restore(key, on: world)
        #expect(result.keys == nil && result.hasBegunBackup)
        #expect(try status(of: world).isSaving)
        try world.addKey()
        try world.result { try await $0.encryption.unwrapped().saveKeys() }
        #expect(server.read(\.saved).count == 1)
    }

    @Test func `an account without a backup's key gets one`() throws {
        let key = try create(on: device())
        server.change { state in
            state.accountData[SecretName.backup] = nil
            state.backup = nil
        }
        let world = try secondDevice()
        let result = try restore(key, on: world)
        #expect(result.warning == nil && result.hasBegunBackup)
        #expect(try status(of: world).isSaving && server.read(\.accountData)[SecretName.backup] != nil)
    }
}

extension JSONText {
    fileprivate var memberCount: Int { if case .object(let members) = self { members.count } else { 0 } }
}
