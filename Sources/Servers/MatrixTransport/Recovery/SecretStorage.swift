import ChatTypes
import JSONKit
import MatrixCrypto
import OlmKit

/// The account's secrets that the homeserver stores, encrypted by the recovery key.
struct SecretStorage {
    let api: MatrixAPI
    let user: ContactID

    private static let algorithm = "m.secret_storage.v1.aes-hmac-sha2"
    private static let defaultType = "m.secret_storage.default_key"

    private func path(_ type: String) -> [String] { ["v3", "user", user.rawValue, "account_data", type] }

    /// Returns the name of the key that opens the storage; nil if there is none.
    func defaultKey() async throws -> String? {
        let name = try await api.find(path(Self.defaultType))?["key"]?.unmasked
        return name.flatMap { (1...255).contains($0.utf8.count) ? $0 : nil }
    }

    // MARK: Writing

    /// Describes a key and stores secrets under it, beside the same secrets under other keys.
    func store(_ secrets: [(name: String, secret: Secret)], under key: SecretStorageKey, named id: String) async throws
    {
        let check = try key.check()
        let description: JSONText = [
            "algorithm": .string(Self.algorithm), "iv": .string(check.iv), "mac": .string(check.mac),
        ]
        try await api.put(path("m.secret_storage.key.\(id)"), description)
        for (name, secret) in secrets {
            let sealed = try key.encrypt(Secret(Array(secret.base64.utf8)), named: name)
            let known = try await api.find(path(name))?["encrypted"].flatMap(JSONText.init(exactly:))
            let entry: JSONText = [
                "iv": .string(sealed.iv), "ciphertext": .string(sealed.ciphertext), "mac": .string(sealed.mac),
            ]
            try await api.put(path(name), ["encrypted": (known ?? [:]).with(id, entry)])
        }
    }

    func setDefaultKey(_ id: String) async throws { try await api.put(path(Self.defaultType), ["key": .string(id)]) }

    // MARK: Reading

    /// Returns the key that a text stands for: a recovery key, or the passphrase from which the key is derived.
    func key(_ text: String, named id: String) async throws -> SecretStorageKey {
        guard let description = try await api.find(path("m.secret_storage.key.\(id)")) else {
            throw RecoveryError.noRecoveryKey
        }
        guard description["algorithm"]?.string == Self.algorithm else { throw RecoveryError.unsupported }
        let check = description["iv"]?.unmasked.flatMap { iv in
            description["mac"]?.unmasked.map { SecretStorageKey.Check(iv: iv, mac: $0) }
        }
        // Without a check, the secrets' own MACs tell whether the key is right.
        func isRight(_ key: SecretStorageKey) -> Bool { check.map(key.matches) ?? true }
        let mistake: RecoveryKey.Mistake?
        do {
            let key = try RecoveryKey.key(from: text)
            if isRight(key) { return key }
            mistake = nil
        } catch { mistake = error }
        if let derived = description["passphrase"], derived["algorithm"]?.string == "m.pbkdf2",
            let salt = derived["salt"]?.unmasked, let rounds = derived["iterations"]?.integer,
            let count = Int(exactly: rounds), derived["bits"]?.integer ?? 256 == 256,
            let key = try? SecretStorageKey(passphrase: text, salt: salt, rounds: count), isRight(key)
        {
            return key
        }
        throw mistake.map { RecoveryError($0) } ?? .wrongKey
    }

    /// Returns a secret of 32 bytes; nil if it is not stored under the key. Throws `RecoveryError.wrongKey` if the key does not open it.
    func secret(_ name: String, under key: SecretStorageKey, named id: String) async throws -> Secret? {
        let entries = try await api.find(path(name))?["encrypted"]?.unmaskedMembers ?? []
        guard let entry = entries.first(where: { $0.name == id })?.value, let iv = entry["iv"]?.unmasked,
            let ciphertext = entry["ciphertext"]?.unmasked, let mac = entry["mac"]?.unmasked
        else { return nil }
        let sealed = SecretStorageKey.Envelope(iv: iv, ciphertext: ciphertext, mac: mac)
        guard let text = try? key.decrypt(sealed, named: name) else { throw RecoveryError.wrongKey }
        guard let secret = try? Secret(base64: String(decoding: text.copy, as: UTF8.self)), secret.count == 32 else {
            throw RecoveryError.incomplete
        }
        return secret
    }
}
