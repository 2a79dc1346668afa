import ChatTypes
import JSONKit
import Transport

/// Turning on the encryption of a room that has none.
extension MatrixEncryption {
    /// The content of the state that makes a room encrypted.
    static let stateContent: JSONText = ["algorithm": "m.megolm.v1.aes-sha2"]

    /// Encrypts a room from now on, for good.
    ///
    /// The ledger stores it before the homeserver is asked: from then on this device sends nothing in the clear, whatever the homeserver
    /// answers later, and if no answer comes. Only a refusal of the first attempt, which the user sees, takes it back. If no answer came,
    /// a further attempt asks the homeserver again. Refuses a room whose state is encrypted already, since other settings would replace its own.
    func turnOn(in chat: ChatID) async throws {
        try await checkRight(toEncrypt: chat)
        let isFirst = try await ledger.write { try $0.rooms.askForEncryption(of: chat) }
        do {
            let path = ["v3", "rooms", chat.rawValue, "state", "m.room.encryption"]
            if try await api.find(path)?["algorithm"]?.string == nil {
                try await api.put(path, Self.stateContent)
                return
            }
        } catch ServiceError.refused(let code, let text) {
            if isFirst { try await ledger.write { try $0.rooms.takeBackEncryption(of: chat) } }
            let end = isFirst ? "" : "; what you write here is encrypted all the same"
            let reason = code == .forbidden ? Self.noRight : text.cut(toBytes: Limits.reasonBytes / 2)
            throw ServiceError.refused(code == .forbidden ? .notAllowed : code, text: reason + end)
        } catch let error as ServiceError where error.isTemporary {
            let text = """
                What you write here is encrypted from now on, but the server has not confirmed it: encrypt the chat again
                """
            throw ServiceError.refused(.notConfirmed, text: text)
        }
        try await ledger.write { try $0.rooms.setEncrypted(chat) }
        throw ServiceError.refused(.alreadyEncrypted, text: "This chat is encrypted already")
    }

    private static let noRight = "Your role does not allow you to encrypt this chat"

    /// Refuses if the user is not in a room, or lacks the power level; passes if the levels are unknown, as the homeserver decides then.
    private func checkRight(toEncrypt chat: ChatID) async throws {
        let (membership, mayEncrypt) = try await ledger.read { tables in
            let power = try tables.rooms.room(chat).flatMap { try tables.rooms.power(in: $0.key) }
            return (
                try tables.rooms.membership(in: chat),
                power?.maySend(state: "m.room.encryption", tables.rooms.user) ?? true
            )
        }
        guard membership != .invite, membership != .leave else {
            throw ServiceError.refused(.notMember, text: "You are not in this chat: join before you encrypt it")
        }
        guard mayEncrypt else { throw ServiceError.refused(.notAllowed, text: Self.noRight) }
    }
}

extension RefusalCode {
    /// The room's state is encrypted already.
    static let alreadyEncrypted = Self(rawValue: "already_encrypted")
    /// The room is encrypted for this device, and may be plain for all others.
    static let notConfirmed = Self(rawValue: "not_confirmed")
}
