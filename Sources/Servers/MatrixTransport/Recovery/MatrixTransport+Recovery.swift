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
        return RecoveryStatus(
            hasIdentity: identity != nil,
            isSigned: identity?.hasSignedDevice ?? false,
            isProved: identity?.isProved ?? false,
            hasRecoveryKey: try await storage.defaultKey() != nil,
            isSaving: try await keys.machine.backup() != nil
        )
    }

    // MARK: New

    /// Makes an identity of the account, which signs this device, a backup of its keys, and a recovery key for both. Returns the
    /// recovery key, which is stored nowhere.
    ///
    /// Nothing of an earlier identity is lost unless this succeeds. Throws `RecoveryError.exists` if there is one, unless it is to be
    /// replaced. Asks `password` for the account's password if the homeserver demands it.
    public func createRecovery(
        replacing: Bool,
        password: @Sendable () async throws -> String
    ) async throws -> String {
        let machine = try keys.machine
        guard try await machine.identity(in: ownKeys()) == nil || replacing else { throw RecoveryError.exists }
        let (identity, storageKey, backupKey) = (try CrossSigningKeys(), try SecretStorageKey(), try AgreementKey())
        let secrets: [(name: String, secret: Secret)] = [
            (SecretName.master, identity.master.secret), (SecretName.selfSigning, identity.selfSigning.secret),
            (SecretName.userSigning, identity.userSigning.secret), (SecretName.backup, backupKey.secret),
        ]
        let name = environment.random.hexadecimalDigits(wordCount: 2)
        // The secrets first: an identity whose keys are lost could only be replaced.
        try await storage.store(secrets, under: storageKey, named: name)
        let (published, signatures) = await machine.publication(of: identity)
        try await api.post(
            ["v3", "keys", "device_signing", "upload"],
            published,
            as: account.user,
            password: password
        )
        try await storage.setDefaultKey(name)
        try await upload(signatures)
        try await machine.setIdentity(master: identity.master.publicKey, secrets: secrets)
        let backup = await machine.newBackup(for: backupKey.publicKey, master: identity.master)
        let version = try await api.post(["v3", "room_keys", "version"], backup)["version"]?.unmasked
        guard let version else { throw ServiceError.responseLost }
        try await machine.setBackup(version: version, key: backupKey.publicKey)
        // A failed upload is repeated while the program is connected.
        try? await keys.saveKeys()
        return RecoveryKey.text(for: storageKey)
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
    /// The homeserver's statements about the account count only if the secrets confirm them. Throws `RecoveryError`.
    public func restore(with text: String) async throws -> RecoveryResult {
        let machine = try keys.machine
        guard let name = try await storage.defaultKey() else { throw RecoveryError.noRecoveryKey }
        let key = try await storage.key(text, named: name)
        var secrets: [(name: String, secret: Secret)] = []
        for secretName in [SecretName.master, SecretName.selfSigning, SecretName.userSigning, SecretName.backup] {
            if let secret = try await storage.secret(secretName, under: key, named: name) {
                secrets.append((secretName, secret))
            }
        }
        func signingKey(_ name: String) throws -> SigningKey {
            guard let secret = secrets.first(where: { $0.name == name })?.secret else { throw RecoveryError.incomplete }
            return try SigningKey(secret: secret)
        }
        let (master, selfSigning) = (try signingKey(SecretName.master), try signingKey(SecretName.selfSigning))
        guard let identity = try await machine.identity(in: ownKeys()), identity.master == master.publicKey,
            identity.selfSigning == selfSigning.publicKey
        else { throw RecoveryError.otherIdentity }
        try await upload(await machine.signatures(by: selfSigning))
        try await machine.setIdentity(master: master.publicKey, secrets: secrets)
        guard let backup = secrets.first(where: { $0.name == SecretName.backup })?.secret else {
            return RecoveryResult(keys: nil)
        }
        return RecoveryResult(keys: try await restoreBackup(with: AgreementKey(secret: backup)))
    }

    private func restoreBackup(with key: AgreementKey) async throws -> KeyImport? {
        try await keys.checkBackup(isNew: true)
        guard let (version, publicKey) = try await keys.machine.backup(), publicKey == key.publicKey else { return nil }
        let answer = try await api.get(
            ["v3", "room_keys", "keys"],
            query: [(name: "version", value: version)],
            limits: HTTPLimits(total: .seconds(600), silence: .seconds(60), bodyBytes: 1 << 28)
        )
        return try await keys.machine.importBackup(answer, key: key)
    }
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
            try await machine.settleSaving(numbers)
        }
    }
}

extension RefusalCode {
    /// The homeserver has a newer backup.
    fileprivate static let wrongBackup = Self(rawValue: "M_WRONG_ROOM_KEYS_VERSION")
    /// The homeserver does not accept a signature.
    fileprivate static let badSignature = Self(rawValue: "M_INVALID_SIGNATURE")
}
