import ChatTypes
import JSONKit
import MatrixCrypto

/// Encrypting for rooms, once all devices of all members have the key.
extension MatrixEncryption {
    /// Returns the encrypted content of a message or an edit: the same bytes for the same id at every attempt.
    ///
    /// The key is sent first, to the devices that do not have it. Throws if that, or what it needs to know, fails: nothing may be
    /// sent in the clear instead.
    func encrypt(_ content: JSONText, type: String, id: MessageID, in room: ChatID) async throws -> JSONText {
        do {
            if let known = try await machine.encrypted(id.rawValue, in: room.rawValue) {
                try await sendKeys(for: room)
                return known
            }
            try await shareKey(of: room)
        } catch let error as CryptoStoreError {
            throw ServiceError.refused(.encrypted, text: "Nothing was sent: \(error)")
        }
        let encrypted = try await machine.encrypt(content, type: type, id: id.rawValue, in: room.rawValue)
        guard let encrypted else { throw ServiceError.responseLost }
        return encrypted
    }

    /// Forgets the encrypted bytes of a message that the homeserver has.
    func settle(_ message: MessageID, in room: ChatID) async throws {
        try await machine.settleMessage(message.rawValue, in: room.rawValue)
    }

    private func shareKey(of room: ChatID) async throws {
        let users = try await members(of: room)
        try await machine.track(users)
        // The list of a user whose server does not answer stays outdated. Known devices get the key all the same.
        while await machine.hasOutdatedLists(of: users), try await sendQuery() {}
        try await sendUpload()
        if let body = try await machine.claim(for: users) {
            try await machine.acceptClaim(try await api.post(["v3", "keys", "claim"], body))
        }
        try await machine.share(in: room.rawValue, with: users)
        try await sendKeys(for: room)
    }

    private func sendKeys(for room: ChatID) async throws {
        while let (id, body) = try await machine.nextShare(in: room.rawValue) {
            try await api.put(["v3", "sendToDevice", RoomEvent.encryptedType, id], body)
            try await machine.settleShare(id)
        }
    }

    /// Returns the members of a room, and the invited users if they may read what is written before they join.
    ///
    /// Asks the homeserver each time: the ledger need not know all members, and none who left may get the next key.
    private func members(of room: ChatID) async throws -> [String] {
        let path = ["v3", "rooms", room.rawValue]
        let answer = try await api.get(path + ["members"], query: [(name: "not_membership", value: "leave")])
        let events = RoomEvent.list(answer["chunk"]).filter(\.isMembership)
        let joined = events.filter { $0.membership == "join" }.map(\.person.rawValue)
        var invited = events.filter { $0.membership == "invite" }.map(\.person.rawValue)
        guard joined.contains(ledger.user.rawValue) else { throw ServiceError.responseLost }
        if !invited.isEmpty {
            let state = try await api.find(path + ["state", "m.room.history_visibility"])
            if state?["history_visibility"]?.string == "joined" { invited = [] }
        }
        return Set(joined + invited).sorted()
    }
}
