import Foundation

@testable import OlmKit

/// An Olm session between this module and another implementation, in which our randomness comes from a seed.
///
/// Recorded conversations are known answers of the whole double ratchet: playing one needs no other implementation.
struct Conversation: Codable {
    enum Line: Codable {
        /// A text that we encrypt, and the message that comes out.
        case ours(text: String, type: Int, body: String)
        /// A message of the other side, and the text in it.
        case theirs(text: String, type: Int, body: String)
    }

    let library: Oracle.Library
    let seed: UInt64
    /// Whether we begin the session with the other side's keys, or accept its first message.
    let isOurs: Bool
    let theirKey: String
    let theirOneTimeKey: String
    let id: String
    var lines: [Line] = []

    static let file = Oracle.folder.appending(path: "conversations.json")
}

/// Our side of a conversation. Its state is stored and restored after every message.
struct OurSide {
    let identity: AgreementKey
    let oneTimeKey: AgreementKey
    private let random: SecureRandom
    private var session: OlmSession?

    init(seed: UInt64) throws {
        random = .seeded(seed)
        (identity, oneTimeKey) = (try AgreementKey(random: random), try AgreementKey(random: random))
    }

    var id: String? { session?.id }

    mutating func begin(with theirKey: String, oneTimeKey: String) throws {
        session = try OlmSession(
            from: identity,
            to: AgreementPublicKey(base64: theirKey),
            oneTimeKey: AgreementPublicKey(base64: oneTimeKey),
            random: random
        )
    }

    mutating func encrypt(_ text: String) throws -> OlmMessage {
        var session = try session.unwrapped()
        let message = try session.encrypt([UInt8](text: text), random: random)
        self.session = try OlmSession(state: session.state)
        return message
    }

    /// Decrypts a message, and begins the session with it if there is none.
    mutating func decrypt(type: Int, body: String) throws -> String {
        let message = try OlmMessage(type: type, body: body)
        let plaintext: [UInt8]
        if var session {
            plaintext = try session.decrypt(message)
            self.session = try OlmSession(state: session.state)
        } else {
            guard case .preKey(let preKey) = message else { throw CryptoError.wrongKey }
            let accepted = try OlmSession.accept(preKey, ourKey: identity, oneTimeKey: oneTimeKey)
            (session, plaintext) = (accepted.session, accepted.plaintext)
        }
        return String(decoding: plaintext, as: UTF8.self)
    }
}
