package import JSONKit
package import OlmKit

/// The publication of a new identity, in which every step can be repeated: stored before the first step that cannot be undone.
///
/// It has no private master key. The person has the recovery key that opens it.
package struct UnfinishedIdentity: Sendable {
    /// The name of the key in secret storage under which the secrets are stored.
    package let keyName: String
    package let master: SigningPublicKey
    /// The master key that it replaces; nil for the account's first identity.
    package let replaced: String?
    /// The body that publishes the keys.
    package let publication: JSONText
    /// The body that signs this device.
    package let signatures: JSONText
    /// The body that begins the backup.
    package let backup: JSONText
    /// The private keys that this device may keep.
    package let secrets: [(name: String, secret: Secret)]

    package init(
        keyName: String,
        master: SigningPublicKey,
        replaced: String?,
        publication: JSONText,
        signatures: JSONText,
        backup: JSONText,
        secrets: [(name: String, secret: Secret)]
    ) {
        (self.keyName, self.master, self.replaced) = (keyName, master, replaced)
        (self.publication, self.signatures, self.backup) = (publication, signatures, backup)
        self.secrets = secrets.filter { $0.name != SecretName.master }
    }

    /// Whether an account with that master key, or without one, is in the middle of this publication.
    package func continues(_ shown: SigningPublicKey?) -> Bool { shown == master || shown?.base64 == replaced }

    /// Reads what `text` wrote; nil for anything else.
    init?(_ text: String) {
        guard let json = try? JSONDocument(Array(text.utf8), limits: JSONLimits(values: 10_000)).root,
            let keyName = json["key"]?.string, let key = json["master"]?.string,
            let master = try? SigningPublicKey(base64: key),
            let publication = json["publication"].flatMap(JSONText.init(exactly:)),
            let signatures = json["signatures"].flatMap(JSONText.init(exactly:)),
            let backup = json["backup"].flatMap(JSONText.init(exactly:))
        else { return nil }
        self.init(
            keyName: keyName,
            master: master,
            replaced: json["replaced"]?.string,
            publication: publication,
            signatures: signatures,
            backup: backup,
            secrets: SecretName.all.compactMap { name in
                json["secrets"]?.unmaskedMembers.first { $0.name == name }?.value.string.flatMap {
                    try? Secret(base64: $0)
                }.map { (name, $0) }
            }
        )
    }

    var text: String {
        var json: JSONText = [
            "key": .string(keyName), "master": .string(master.base64), "publication": publication,
            "signatures": signatures, "backup": backup,
            "secrets": .object(secrets.map { .init(name: $0.name, value: .string($0.secret.base64)) }),
        ]
        if let replaced { json = json.with("replaced", .string(replaced)) }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
