import ChatTypes
import HTTPClient
import JSONKit
import MatrixCrypto
import OlmKit
import RuntimeKit

/// The account's recovery key: it opens the secrets that make a new device trusted and old messages readable.
extension MatrixTransport {
    private var keys: MatrixEncryption {
        get throws {
            guard let encryption else { throw RecoveryError.noEncryption }
            return encryption
        }
    }

    private var storage: SecretStorage { SecretStorage(api: api, user: account.user) }

    /// Publishes this device's keys after a login: the homeserver has forgotten them with the login before.
    ///
    /// Nothing that others encrypt before can be read here. Throws `ServiceError`, or `CryptoStoreError` if the homeserver has other keys
    /// of this device.
    public func publishKeys() async throws {
        try await keys.machine.setUnpublished()
        while try await keys.sendQuery() {}
        try await keys.sendUpload()
    }

    /// Publishes this device's keys, if the homeserver has none, and returns what it has of the account.
    private func ownKeys() async throws -> JSONValue {
        while try await keys.sendQuery() {}
        try await keys.sendUpload()
        return try await api.post(
            ["v3", "keys", "query"],
            ["device_keys": .object([.init(name: account.user.rawValue, value: .array([]))])]
        )
    }

    /// Returns what protects the account's keys. Throws `RecoveryError`, `ServiceError` or `CryptoStoreError`.
    public func recoveryStatus() async throws -> RecoveryStatus {
        let identity = try await keys.machine.identity(in: ownKeys())
        try await keys.checkBackup()
        let unfinished = try await keys.machine.unfinishedIdentity()
        let isKnown = try await keys.machine.hasIdentity()
        return RecoveryStatus(
            hasIdentity: identity != nil || isKnown,
            isSigned: identity?.hasSignedDevice ?? false,
            isProved: identity?.isProved ?? false,
            hasRecoveryKey: try await !storage.stored().keys.isEmpty,
            isSaving: try await keys.machine.backup() != nil,
            isUnfinished: unfinished.map { identity == nil || identity?.master == $0.master } ?? false
        )
    }

    // MARK: New

    /// Makes an identity of the account, which signs this device, a backup of its keys, and a recovery key for both.
    ///
    /// Nothing is published before `hasKey` returns true: it shows the recovery key, which is stored nowhere, and asks whether the user
    /// has it. If an earlier call broke off after that, goes on with its key; `hasKey` gets nil then. Throws
    /// `RecoveryError.exists` if there is an identity, and `RecoveryError.hidden` if there was one, unless it is to be replaced, and
    /// `RecoveryError.unconfirmed`. Asks `password` for the account's password, or shows a page on which the user approves this, if the
    /// homeserver demands it. Without `showPage`, a demand for such a page is an error.
    public func createRecovery(
        replacing: Bool,
        hasKey: @Sendable (String?) async throws -> Bool,
        password: @escaping @Sendable () async throws -> String,
        showPage: (@Sendable (_ address: String) -> Void)? = nil
    ) async throws {
        let proof = OwnerProof(clock: environment.clock, password: password, showPage: showPage)
        let machine = try keys.machine
        let shown = try await machine.identity(in: ownKeys())?.master
        if let unfinished = try await machine.unfinishedIdentity(), unfinished.continues(shown),
            shown == nil || replacing || shown == unfinished.master, try await hasKey(nil)
        {
            return try await publish(unfinished, shown: shown, proof: proof)
        }
        guard shown == nil || replacing else { throw RecoveryError.exists }
        let isKnown = try await machine.hasIdentity()
        guard replacing || !isKnown else { throw RecoveryError.hidden }
        let (identity, storageKey, backupKey) = (try CrossSigningKeys(), try SecretStorageKey(), try AgreementKey())
        guard try await hasKey(RecoveryKey.text(for: storageKey)) else { throw RecoveryError.unconfirmed }
        let secrets: [(name: String, secret: Secret)] = [
            (SecretName.master, identity.master.secret), (SecretName.selfSigning, identity.selfSigning.secret),
            (SecretName.userSigning, identity.userSigning.secret), (SecretName.backup, backupKey.secret),
        ]
        let name = environment.random.hexadecimalDigits(wordCount: 2)
        // The secrets first: an identity whose keys are lost could only be replaced.
        try await storage.store(secrets, under: storageKey, named: name)
        let (published, signatures) = await machine.publication(of: identity)
        let new = UnfinishedIdentity(
            keyName: name,
            master: identity.master.publicKey,
            replaced: shown?.base64,
            publication: published,
            signatures: signatures,
            backup: await machine.newBackup(for: backupKey.publicKey, master: identity.master),
            secrets: secrets
        )
        try await machine.setUnfinished(new)
        try await publish(new, shown: shown, proof: proof)
    }

    /// Publishes an identity whose secrets are stored; leaves out the first step if the homeserver shows it already.
    private func publish(
        _ new: UnfinishedIdentity,
        shown: SigningPublicKey?,
        proof: OwnerProof
    ) async throws {
        let machine = try keys.machine
        if shown != new.master {
            try await api.post(
                ["v3", "keys", "device_signing", "upload"],
                new.publication,
                as: account.user,
                proof: proof
            )
        }
        try await storage.setDefaultKey(new.keyName)
        try await upload(new.signatures)
        try await machine.setIdentity(master: new.master, secrets: new.secrets)
        try await beginBackup(new.backup)
        try await machine.setUnfinished(nil)
        // A failed upload is repeated while the program is connected.
        try? await keys.saveKeys()
    }

    private func beginBackup(_ body: JSONText) async throws {
        let version = try await api.post(["v3", "room_keys", "version"], body)["version"]?.unmasked
        guard let version, case .string(let text)? = body["auth_data"]?["public_key"] else {
            throw ServiceError.responseLost
        }
        try await keys.machine.setBackup(version: version, key: AgreementPublicKey(base64: text))
    }

    private func upload(_ signatures: JSONText) async throws {
        let answer = try await api.post(["v3", "keys", "signatures", "upload"], signatures)
        guard answer["failures"]?.members.isEmpty ?? true else {
            throw ServiceError.refused(.badSignature, text: "The homeserver does not accept this device's signature")
        }
    }

    // MARK: Restored

    /// Uses a recovery key, or the passphrase from which it is derived: the account signs this device, and the keys of its backup are
    /// stored. Their messages become readable with the next sync.
    ///
    /// Does all that the readable secrets allow, and repairs what is missing: the name of the recovery key, and a backup of the account's
    /// own. The homeserver's statements about the account count only if the secrets confirm them. Throws `RecoveryError`.
    public func restore(with text: String) async throws -> RecoveryResult {
        let machine = try keys.machine
        let shown = try await machine.identity(in: ownKeys())
        let stored = try await storage.stored()
        guard !stored.keys.isEmpty else { throw shown == nil ? RecoveryError.noRecoveryKey : .lostRecoveryKey }
        let opened = try await storage.keys(text, of: stored)
        let secrets = try SecretName.all.compactMap { name in
            try stored.secret(name, with: opened).map { (name: name, secret: $0) }
        }
        let missing = SecretName.all.filter { name in !secrets.contains { $0.name == name } }
        func key(_ name: String) throws -> SigningKey {
            guard let secret = secrets.first(where: { $0.name == name })?.secret else {
                throw RecoveryError.incomplete(missing)
            }
            return try SigningKey(secret: secret)
        }
        let (master, selfSigning) = (try key(SecretName.master), try key(SecretName.selfSigning))
        guard let shown else {
            let (unfinished, isKnown) = (try await machine.unfinishedIdentity(), try await machine.hasIdentity())
            throw unfinished == nil && isKnown ? RecoveryError.hidden : .unpublished
        }
        guard shown.master == master.publicKey, shown.selfSigning == selfSigning.publicKey else {
            throw RecoveryError.otherIdentity
        }
        try await upload(await machine.signatures(by: selfSigning))
        try await machine.setIdentity(master: master.publicKey, secrets: secrets)
        // The homeserver can describe keys of its own; only those that open the master key are the account's.
        let proved = opened.filter { name, key in
            (try? stored.secret(SecretName.master, with: [name: key]))?.base64 == master.secret.base64
        }
        if stored.defaultKey == nil, let name = proved.keys.sorted().first { try await storage.setDefaultKey(name) }
        if let secret = secrets.first(where: { $0.name == SecretName.backup })?.secret {
            let backup = try AgreementKey(secret: secret)
            let (keys, isNew) = try await restoreBackup(with: backup, master: master)
            return RecoveryResult(keys: keys, hasBegunBackup: isNew, damaged: missing)
        }
        let isNew = stored.forms[SecretName.backup] == nil ? try await addBackup(master: master, proved) : false
        let damaged = missing.filter { stored.forms[$0] != nil }
        return RecoveryResult(keys: nil, hasBegunBackup: isNew, damaged: damaged)
    }

    /// Stores the keys of the account's backup, or begins one if the homeserver has none of the account's own.
    private func restoreBackup(with key: AgreementKey, master: SigningKey) async throws -> (
        keys: KeyImport?, isNew: Bool
    ) {
        let machine = try keys.machine
        try await keys.checkBackup(isNew: true)
        guard let (version, publicKey) = try await machine.backup() else {
            try await beginBackup(await machine.newBackup(for: key.publicKey, master: master))
            return (nil, true)
        }
        guard publicKey == key.publicKey else { return (nil, false) }
        let answer = try await api.get(
            ["v3", "room_keys", "keys"],
            query: [(name: "version", value: version)],
            limits: HTTPLimits(total: .seconds(600), silence: .seconds(60), bodyBytes: 1 << 28)
        )
        return (try await machine.importBackup(answer, key: key), false)
    }

    /// Makes a backup for an account that has none, and stores its key beside the other secrets. Returns whether it did.
    private func addBackup(master: SigningKey, _ opened: [String: OpenedKey]) async throws -> Bool {
        let machine = try keys.machine
        try await keys.checkBackup(isNew: true)
        guard try await machine.backup() == nil, let (name, storageKey) = opened.min(by: { $0.key < $1.key }) else {
            return false
        }
        let key = try AgreementKey()
        try await storage.store(key.secret, named: SecretName.backup, under: storageKey.key, named: name)
        try await machine.setIdentity(master: master.publicKey, secrets: [(SecretName.backup, key.secret)])
        try await beginBackup(await machine.newBackup(for: key.publicKey, master: master))
        return true
    }

    /// Calls `tell` with a sentence each time that keys stop being added to a backup, since the homeserver has none or somebody else's. Runs
    /// until the caller's task is cancelled.
    public func followBackup(_ tell: @Sendable (String) async -> Void) async {
        guard let encryption else { return }
        repeat {
            // Another process may have noticed it, before this one began.
            guard (try? await encryption.machine.hasBackupEnded()) == true else { continue }
            await tell(Self.endedBackup)
            try? await encryption.machine.acknowledgeBackupEnd()
        } while await !encryption.backupEnds.takeAll().isEmpty
    }

    private static let endedBackup =
        "New keys to messages are not backed up any more: somebody began another backup, or deleted yours. viperchat recovery restore mends this"
}

/// Adding keys to the backup.
extension MatrixEncryption {
    private static let version = ["v3", "room_keys", "version"]

    /// Follows the homeserver's backup if it is the account's own; otherwise no keys are added to it.
    ///
    /// - Parameter isNew: whether this device had none before.
    func checkBackup(isNew: Bool = false) async throws {
        let isFollowed = try await machine.backup() != nil
        guard isFollowed || isNew else { return }
        if let answer = try await api.find(Self.version), let (version, key) = try await machine.trustedBackup(answer) {
            try await machine.setBackup(version: version, key: key)
        } else {
            try await machine.removeBackup()
            if isFollowed { backupEnds.post(()) }
        }
    }

    /// Adds new keys to the backup.
    ///
    /// A backup is checked before the first keys are added since the start, and again if the homeserver has another one or none by then.
    func saveKeys() async throws {
        if !isBackupChecked {
            try await checkBackup()
            isBackupChecked = true
        }
        while let version = try await machine.backup()?.version, let (body, numbers) = try await machine.nextSaving() {
            do {
                try await api.put(["v3", "room_keys", "keys"], query: [(name: "version", value: version)], body)
            } catch ServiceError.refused(.wrongBackup, _), ServiceError.refused(.notFound, _) {
                try await checkBackup()
                guard try await machine.backup()?.version != version else { return }
                continue
            }
            try await machine.confirmSaved(numbers)
        }
    }
}

extension RefusalCode {
    /// The homeserver has a newer backup.
    fileprivate static let wrongBackup = Self(rawValue: "M_WRONG_ROOM_KEYS_VERSION")
    /// The homeserver does not accept a signature.
    fileprivate static let badSignature = Self(rawValue: "M_INVALID_SIGNATURE")
}
