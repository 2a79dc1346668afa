import ChatTypes
import JSONKit
import OlmKit

/// The encrypted files of a simulated homeserver. The simulated server has each of them readable.
struct SealedFiles: Sendable {
    /// A contact's file, encrypted whenever it is downloaded.
    struct Outgoing: Sendable {
        let key: AttachmentKey
        let hash: AttachmentHash
    }

    private var outgoing: [FileID: Outgoing] = [:]
    /// The readable copies of the user's encrypted files, and the other way round.
    private var plain: [FileID: FileID] = [:]
    private var addresses: [FileID: FileID] = [:]

    func key(of file: FileID) -> AttachmentKey? { outgoing[file]?.key }

    func plain(of file: FileID) -> FileID? { plain[file] }

    /// Encrypts a contact's file, the same way for ever.
    mutating func seal(_ file: FileID, _ bytes: [UInt8], _ random: SecureRandom) throws {
        guard outgoing[file] == nil else { return }
        let key = try AttachmentKey(random: random)
        var cipher = AttachmentEncryption(key)
        _ = cipher.encrypt(bytes)
        let sealed = Outgoing(key: key, hash: cipher.finish())
        outgoing[file] = sealed
        addresses[file] = Self.id(MatrixEvents.address(of: file), sealed.key, sealed.hash)
    }

    mutating func setPlain(_ file: FileID, of sealed: FileID, _ key: AttachmentKey, _ hash: AttachmentHash) {
        plain[sealed] = file
        addresses[file] = Self.id(MatrixEvents.address(of: sealed), key, hash)
    }

    /// Returns the id that the app gives an encrypted file, by its readable copy; nil for another file.
    func address(of file: FileID) -> FileID? { addresses[file] }

    private static func id(_ address: FileID, _ key: AttachmentKey, _ hash: AttachmentHash) -> FileID {
        FileID("\(address)?key=\(key.keyText)&iv=\(key.ivText)&sha256=\(hash.base64)")
    }

    /// Returns a message's content with its file encrypted, if it has one that is.
    func sealed(_ content: JSONText) -> JSONText {
        guard case .string(let url)? = content["url"], let file = outgoing[MatrixEvents.file(at: url)] else {
            return content
        }
        let json: JSONText = [
            "v": "v2", "url": .string(url), "iv": .string(file.key.ivText),
            "hashes": ["sha256": .string(file.hash.base64)],
            "key": [
                "kty": "oct", "alg": "A256CTR", "ext": true, "k": .string(file.key.keyText),
                "key_ops": ["encrypt", "decrypt"],
            ],
        ]
        return content.without(["url"]).with("file", json)
    }
}
