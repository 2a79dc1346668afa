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
    /// The keys that are tried with a text: an account has one, and a former one after a reset.
    private static let keyLimit = 10

    private func path(_ type: String) -> [String] { ["v3", "user", user.rawValue, "account_data", type] }

    // MARK: Writing

    /// Describes a key and stores secrets under it, beside the same secrets under other keys.
    func store(_ secrets: [(name: String, secret: Secret)], under key: SecretStorageKey, named id: String) async throws
    {
        let check = try key.check()
        let description: JSONText = [
            "algorithm": .string(Self.algorithm), "iv": .string(check.iv), "mac": .string(check.mac),
        ]
        try await api.put(path("m.secret_storage.key.\(id)"), description)
        for (name, secret) in secrets { try await store(secret, named: name, under: key, named: id) }
    }

    /// Stores a secret under a key that is described already.
    func store(_ secret: Secret, named name: String, under key: SecretStorageKey, named id: String) async throws {
        let sealed = try key.encrypt(Secret(Array(secret.base64.utf8)), named: name)
        let known = try await api.findObject(path(name))?["encrypted"].flatMap(JSONText.init(exactly:))
        let entry: JSONText = [
            "iv": .string(sealed.iv), "ciphertext": .string(sealed.ciphertext), "mac": .string(sealed.mac),
        ]
        try await api.put(path(name), ["encrypted": (known ?? [:]).with(id, entry)])
    }

    func setDefaultKey(_ id: String) async throws { try await api.put(path(Self.defaultType), ["key": .string(id)]) }

    // MARK: Reading

    /// Returns the secrets as the homeserver stores them, with the names of their keys.
    func stored() async throws -> StoredSecrets {
        func isName(_ name: String) -> Bool { (1...255).contains(name.utf8.count) }
        var stored = StoredSecrets()
        stored.defaultKey = try await api.find(path(Self.defaultType))?["key"]?.unmasked.flatMap {
            isName($0) ? $0 : nil
        }
        var names: Set<String> = []
        for secret in SecretName.all {
            for (name, form) in try await api.find(path(secret))?["encrypted"]?.unmaskedMembers ?? [] where isName(name)
            {
                names.insert(name)
                stored.forms[secret, default: []].append((name, form))
            }
        }
        // The default is for new secrets; each secret names the keys that open it.
        let others = names.subtracting([stored.defaultKey].compactMap(\.self))
        stored.keys = Array(([stored.defaultKey].compactMap(\.self) + others.sorted()).prefix(Self.keyLimit))
        return stored
    }

    /// Returns the keys that a text stands for, by their names: a recovery key, or the passphrase from which one is derived.
    func keys(_ text: String, of stored: StoredSecrets) async throws -> [String: OpenedKey] {
        var opened: [String: OpenedKey] = [:]
        var problem: RecoveryError?
        for name in stored.keys {
            guard let description = try await api.find(path("m.secret_storage.key.\(name)")) else { continue }
            do throws(RecoveryError) { opened[name] = try Self.key(text, for: description) } catch {
                problem = problem ?? error
            }
        }
        try Task.checkCancellation()
        guard opened.isEmpty else { return opened }
        throw problem ?? .incomplete(SecretName.all)
    }

    private static func key(_ text: String, for description: JSONValue) throws(RecoveryError) -> OpenedKey {
        guard description["algorithm"]?.string == algorithm else { throw .unsupported }
        let check = description["iv"]?.unmasked.flatMap { iv in
            description["mac"]?.unmasked.map { SecretStorageKey.Check(iv: iv, mac: $0) }
        }
        // Without a check, the secrets' own MACs tell whether the key is right.
        func opened(_ key: SecretStorageKey) -> OpenedKey? {
            check.map(key.matches) ?? true ? OpenedKey(key: key, isChecked: check != nil) : nil
        }
        let mistake: RecoveryKey.Mistake?
        do throws(RecoveryKey.Mistake) {
            if let key = opened(try RecoveryKey.key(from: text)) { return key }
            mistake = nil
        } catch { mistake = error }
        guard let derived = description["passphrase"], derived.isObject else {
            throw mistake.map { RecoveryError($0) } ?? .wrongKey
        }
        guard derived["algorithm"]?.string == "m.pbkdf2", let salt = derived["salt"]?.unmasked,
            let rounds = derived["iterations"]?.integer.flatMap({ Int(exactly: $0) }),
            (1...CryptoLimits.passphraseRounds).contains(rounds), derived["bits"]?.integer ?? 256 == 256
        else { throw mistake == nil ? .wrongKey : .unusablePassphrase }
        let key = try? SecretStorageKey(passphrase: text, salt: salt, rounds: rounds)
        if let key = key.flatMap(opened) { return key }
        throw mistake == nil ? .wrongKey : .neitherKeyNorPassphrase
    }
}

/// The account's secrets, encrypted.
struct StoredSecrets {
    var defaultKey: String?
    /// The names of all keys that open something, the default one first.
    var keys: [String] = []
    /// By a secret's name, its encrypted forms with the names of their keys.
    var forms: [String: [(key: String, form: JSONValue)]] = [:]

    /// Returns a secret of 32 bytes; nil if none of the keys opens one. Throws `RecoveryError.wrongKey` if a key that nothing else
    /// confirmed does not open it.
    func secret(_ name: String, with keys: [String: OpenedKey]) throws(RecoveryError) -> Secret? {
        for (keyName, form) in forms[name] ?? [] {
            guard let opened = keys[keyName], let iv = form["iv"]?.unmasked,
                let ciphertext = form["ciphertext"]?.unmasked, let mac = form["mac"]?.unmasked
            else { continue }
            let sealed = SecretStorageKey.Envelope(iv: iv, ciphertext: ciphertext, mac: mac)
            guard let text = try? opened.key.decrypt(sealed, named: name) else {
                guard opened.isChecked else { throw .wrongKey }
                continue
            }
            let secret = try? Secret(base64: String(decoding: text.copy, as: UTF8.self))
            if let secret, secret.count == 32 { return secret }
        }
        return nil
    }
}

/// A key of secret storage that a person typed.
struct OpenedKey {
    let key: SecretStorageKey
    /// Whether its public description confirmed it.
    let isChecked: Bool
}
