import ChatTypes
import JSONKit
import MatrixCrypto
import OlmKit
import RuntimeKit
import SimulatedServer
import Synchronization
import Transport

/// Encrypted rooms of the homeserver.
extension SimulatedHomeserver {
    /// Returns the state event that makes a room encrypted; nil for another room.
    func encryptionEvent(in room: ChatHeader) -> JSONText? {
        guard let encryption, encryption.isEncrypted(room.contact.user) else { return nil }
        let content: JSONText = ["algorithm": .string(Algorithm.megolm), "rotation_period_msgs": .integer(5)]
        return MatrixEvents.state("m.room.encryption", "", content, of: room)
    }

    /// Returns an event as the homeserver has it: encrypted in an encrypted room.
    func sealed(_ event: JSONText, in room: ChatHeader) -> JSONText { encryption?.seal(event, in: room) ?? event }

    /// Encrypts the files of messages before their events are.
    func prepare(_ messages: [Message], in room: ChatHeader) async throws {
        try await encryption?.prepare(messages, in: room, bytes(of:))
    }

    /// Returns a request to send a message with its content decrypted; nil if it needs not be. Checks that nothing leaves in the
    /// clear.
    func opened(_ call: HomeserverCall, in chat: ChatID) async throws -> HomeserverCall? {
        guard let encryption, call.path[3] != "m.reaction" else { return nil }
        let room = try await header(of: chat)
        guard encryption.isEncrypted(room.contact.user) else { return nil }
        let isEncrypted = call.path[3] == "m.room.encrypted"
        encryption.evidence.check(.encryption, isEncrypted, "\(call.path[4]) left in the clear for \(chat)")
        guard isEncrypted, let body = call.body else { return nil }
        let request = MessageID(call.path[4])
        var content = try encryption.open(body, as: request, in: room)
        if let file = content["file"] {
            let address = try await readable(file, encryption)
            content = try content.overridden(by: [("url", JSONText.string(address).bytes)]) ?? content
        }
        if let relation = body["m.relates_to"] {
            content = try content.overridden(by: [("m.relates_to", Array(relation.rawBytes))]) ?? content
        }
        encryption.keep(body, of: content, as: request)
        return call.opened(content)
    }

    /// Decrypts an uploaded file as the contact does; returns the address of the readable copy that the checks compare.
    private func readable(_ file: JSONValue, _ encryption: SimulatedEncryption) async throws -> String {
        guard let url = file["url"]?.string, let keyText = file["key"]?["k"]?.string, let iv = file["iv"]?.string,
            let hashText = file["hashes"]?["sha256"]?.string
        else { throw SimulatedEncryption.refusal }
        let sealed = MatrixEvents.file(at: url)
        if let known = encryption.state.withLock({ $0.files.plain(of: sealed) }) {
            return MatrixEvents.address(of: known).rawValue
        }
        let (key, hash) = (try AttachmentKey(key: keyText, iv: iv), try AttachmentHash(base64: hashText))
        let bytes = try await bytes(of: sealed)
        var verification = AttachmentVerification()
        verification.add(bytes)
        var decryption: AttachmentDecryption
        do { decryption = try verification.decryption(with: key, expecting: hash) } catch {
            encryption.evidence.check(.encryption, false, "\(url) has another hash than its message says")
            throw SimulatedEncryption.refusal
        }
        let plain = try await keep(decryption.decrypt(bytes), named: "")
        encryption.state.withLock { $0.files.setPlain(plain, of: sealed, key, hash) }
        return MatrixEvents.address(of: plain).rawValue
    }
}

/// What a hostile homeserver and the contacts' other devices do in between.
extension SimulatedHomeserver {
    /// Changes a contact's devices or the account's backup, or makes a forged message in an encrypted room.
    func misbehave(_ encryption: SimulatedEncryption) async throws {
        let rooms = await server.chats.filter { encryption.isEncrypted($0.contact.user) }
        guard !rooms.isEmpty else { return }
        let room = rooms[random.integer(in: 0...rooms.count - 1)]
        let forgery: Forgery
        switch random.integer(in: 0...9) {
        case 0: forgery = .replay
        case 1: forgery = .stranger
        case 2: forgery = .moved
        case 3:
            encryption.spy()
            return ownDoings.wakeAll()
        case 4:
            return encryption.changeBackup()
        case 6...7:
            if let move = encryption.drawMove() { try await make(move, in: room, among: rooms, encryption) }
            return
        case 5:
            encryption.loseSessions(of: room.contact.user)
            return ownDoings.wakeAll()
        default:
            encryption.changeDevices(of: room.contact.user)
            return ownDoings.wakeAll()
        }
        let readable = encryption.evidence.with(\.readable)
        let others = rooms.filter { $0.id != room.id }
        if forgery == .moved, others.isEmpty { return }
        let source = forgery == .moved ? others[random.integer(in: 0...others.count - 1)] : room
        let originals = await server.log(of: source.id).filter { message in
            readable.contains(message.id) && !message.isDeleted && encryption.forgery(message.id) == nil
        }
        let original = originals.isEmpty ? nil : originals[random.integer(in: 0...originals.count - 1)]
        let id = MessageID("forged-\(random.next() % 1_000_000)")
        guard encryption.forge(forgery, as: id, of: original, in: room) else { return }
        _ = try await server.contactWrites(forgery.text, as: id, in: room.id)
        encryption.evidence.count("forgery")
    }
}

extension MatrixEvents {
    /// Returns the members of a room, as a homeserver lists them.
    static func members(of room: ChatHeader, and stranger: String? = nil) -> JSONText {
        let joined: JSONText = ["membership": "join"]
        let members = [me, room.contact.user.rawValue, stranger].compactMap(\.self).map {
            state("m.room.member", $0, joined, of: room)
        }
        return ["chunk": .array(members)]
    }
}
