import ChatTypes
import JSONKit
import MatrixCrypto
import OlmKit
import Transport

/// The backup of the account's keys to messages, which the homeserver stores.
///
/// The account's other device may begin it anew. The homeserver may put one of its own in its place, which nobody may use.
struct SimulatedBackup: Sendable {
    /// The account's private key, which the homeserver does not have.
    private(set) var key: AgreementKey
    /// Whether the homeserver's own backup is in its place.
    private(set) var isReplaced = false
    /// Whether the app has asked for this backup. It does so at its start and when it adds a key.
    private(set) var isKnown = false
    private var version = 1
    /// What the homeserver says of it.
    private var description: JSONText = [:]
    /// The entry of each key, by room and session.
    private var rooms: [String: [String: JSONText]] = [:]

    init(of account: OwnDevices, random: SecureRandom) throws {
        key = try AgreementKey(random: random)
        describe(key.publicKey, account)
    }

    /// SQL that makes the user's device add its keys, as if it had begun the backup.
    var script: String {
        "INSERT OR IGNORE INTO backup(key, version, public) VALUES (1, '\(version)', '\(key.publicKey.base64)')"
    }

    private mutating func describe(_ key: AgreementPublicKey, _ account: OwnDevices) {
        let data: JSONText = ["public_key": .string(key.base64)]
        description = [
            "algorithm": .string(Algorithm.backup), "version": .string("\(version)"),
            "auth_data": data.signed(by: MatrixEvents.me, account.identity.master),
        ]
    }

    /// Begins it anew under another key, by the account's other device.
    mutating func renew(of account: OwnDevices, random: SecureRandom) throws {
        guard !isReplaced else { return }
        (key, version, rooms, isKnown) = (try AgreementKey(random: random), version + 1, [:], false)
        describe(key.publicKey, account)
    }

    /// Puts the homeserver's own in its place, under the account's signature of another one.
    mutating func replace(random: SecureRandom) throws {
        guard !isReplaced, let data = description["auth_data"] else { return }
        (isReplaced, version, rooms) = (true, version + 1, [:])
        let stranger = try AgreementKey(random: random).publicKey.base64
        description = description.with("version", .string("\(version)"))
            .with("auth_data", data.with("public_key", .string(stranger)))
    }

    // MARK: Requests

    /// Answers a request about the backup, and says what is wrong with it.
    mutating func answer(to call: HomeserverCall) throws -> (answer: JSONText, wrong: [String]) {
        guard call.path.last == "keys" else {
            isKnown = true
            return (description, [])
        }
        guard call.query["version"] == "\(version)" else {
            throw ServiceError.refused(RefusalCode(rawValue: "M_WRONG_ROOM_KEYS_VERSION"), text: "\(version)")
        }
        guard !isReplaced else { return ([:], ["keys were added to a backup of the homeserver's"]) }
        var wrong: [String] = []
        for (room, sessions) in call.body?["rooms"]?.members ?? [] {
            for (session, entry) in sessions["sessions"]?.members ?? [] {
                guard let text = JSONText(exactly: entry), isReadable(entry["session_data"]) else {
                    wrong.append("the account cannot read the backup of \(session)")
                    continue
                }
                // A homeserver keeps the entry that reads more.
                let isBetter = rooms[room]?[session].map { text.firstIndex < $0.firstIndex } ?? true
                if isBetter { rooms[room, default: [:]][session] = text }
            }
        }
        return ([:], wrong)
    }

    private func isReadable(_ data: JSONValue?) -> Bool {
        guard let sealed = data.flatMap(BackupCipher.Envelope.init(_:)) else { return false }
        return (try? BackupCipher.decrypt(sealed, with: key)) != nil
    }

    /// The answer to a new device that asks for all keys.
    var content: JSONText {
        let members = rooms.sorted { $0.key < $1.key }.map { room, sessions in
            let entries = sessions.sorted { $0.key < $1.key }.map { JSONText.Member(name: $0.key, value: $0.value) }
            return JSONText.Member(name: room, value: ["sessions": .object(entries)])
        }
        return ["rooms": .object(members)]
    }
}

extension JSONText {
    /// The index of the first message that a key in a backup reads.
    fileprivate var firstIndex: Int64 {
        if case .integer(let index)? = self["first_message_index"] { index } else { .max }
    }
}
