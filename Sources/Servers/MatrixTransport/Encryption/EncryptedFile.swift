import ChatTypes
import JSONKit
import OlmKit

/// The address, key and hash of an encrypted file.
///
/// The history stores all three as the file's id, beside the message that contained them.
struct EncryptedFile {
    let address: MediaAddress
    let key: AttachmentKey
    let hash: AttachmentHash

    init(address: MediaAddress, key: AttachmentKey, hash: AttachmentHash) {
        (self.address, self.key, self.hash) = (address, key, hash)
    }

    /// The member `file` of a message.
    var json: JSONText {
        [
            "v": "v2", "url": .string(address.file.rawValue), "iv": .string(key.ivText),
            "hashes": ["sha256": .string(hash.base64)],
            "key": [
                "kty": "oct", "alg": "A256CTR", "ext": true, "k": .string(key.keyText),
                "key_ops": ["encrypt", "decrypt"],
            ],
        ]
    }

    /// Reads the member `file` of a message; nil unless it is complete.
    init?(_ json: JSONValue) {
        guard json["v"]?.string == "v2", let address = json["url"]?.string.flatMap(MediaAddress.init),
            json["key"]?["alg"]?.string == "A256CTR", let keyText = json["key"]?["k"]?.unmasked,
            let ivText = json["iv"]?.unmasked, let hashText = json["hashes"]?["sha256"]?.unmasked,
            let key = try? AttachmentKey(key: keyText, iv: ivText), let hash = try? AttachmentHash(base64: hashText)
        else { return nil }
        (self.address, self.key, self.hash) = (address, key, hash)
        guard file.rawValue.isUsableID else { return nil }
    }

    /// Reads the id of an encrypted file; nil for another file.
    init?(_ file: FileID) {
        let parts = file.rawValue.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let address = MediaAddress(String(parts[0])) else { return nil }
        let values = parts[1].split(separator: "&", omittingEmptySubsequences: false)
        guard values.count == 3, values[0].hasPrefix("key="), values[1].hasPrefix("iv="),
            values[2].hasPrefix("sha256="),
            let key = try? AttachmentKey(key: String(values[0].dropFirst(4)), iv: String(values[1].dropFirst(3))),
            let hash = try? AttachmentHash(base64: String(values[2].dropFirst(7)))
        else { return nil }
        (self.address, self.key, self.hash) = (address, key, hash)
    }

    /// The file's id in the history.
    var file: FileID {
        FileID("\(address.file)?key=\(key.keyText)&iv=\(key.ivText)&sha256=\(hash.base64)")
    }
}
