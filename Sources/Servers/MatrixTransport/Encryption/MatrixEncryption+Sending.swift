import ChatTypes
import JSONKit
import MatrixCrypto

/// Encrypting for rooms, once all devices of all members have the key.
extension MatrixEncryption {
    /// Returns the encrypted content of a message or an edit: the same bytes for the same id at every attempt.
    ///
    /// The key is sent first, to the devices that do not have it. Throws if that, or what it needs to know, fails: nothing may be
    /// sent in the clear instead.
    ///
    /// - Parameter isFollowed: whether sync reports every change of the room at once, so that its members are known.
    func encrypt(
        _ content: JSONText,
        type: String,
        id: MessageID,
        in room: ChatID,
        isFollowed: Bool
    ) async throws -> JSONText {
        do {
            for _ in 0..<Self.attempts {
                let readers = try await shareKey(of: room, isFollowed: isFollowed, unlessKnown: id)
                let encrypted = try await machine.encrypt(
                    content,
                    type: type,
                    id: id,
                    in: room,
                    for: readers,
                    onlySigned: onlySigned
                )
                if let encrypted { return encrypted }
            }
        } catch let error as CryptoStoreError {
            throw ServiceError.refused(.encrypted, text: "Nothing was sent: \(error)")
        }
        throw ServiceError.responseLost
    }

    /// The attempts to give the key to all readers, before the readers change again.
    private static let attempts = 3

    /// Forgets the encrypted bytes of a message that the homeserver has.
    func settle(_ message: MessageID, in room: ChatID) async throws {
        try await machine.settleMessage(message, in: room)
    }

    /// Gives the key for a message to the devices that lack it, unless the message was encrypted for them before. Returns the readers.
    private func shareKey(
        of id: ChatID,
        isFollowed: Bool,
        unlessKnown message: MessageID
    ) async throws -> EncryptionMachine.Readers {
        let (room, isKept) = try await room(id, isFollowed: isFollowed)
        let users = room.readers
        let readers: EncryptionMachine.Readers = { [rooms] in isKept ? rooms.room(id)?.readers : users }
        try await machine.track(users)
        // The list of a user whose server does not answer stays outdated. Known devices get the key all the same.
        while await machine.hasOutdatedLists(of: users), try await sendQuery() {}
        let changed = try await machine.changedIdentities().filter(Set(users).contains)
        guard changed.isEmpty else { throw ServiceError.changedIdentity(of: changed) }
        if try await machine.encrypted(message, in: id, for: readers, onlySigned: onlySigned) != nil {
            try await sendMessages(of: id)
            return readers
        }
        try await sendUpload()
        try await beginSessions(try await machine.claim(for: users))
        if try await machine.share(in: id, with: readers, rotation: room.rotation, onlySigned: onlySigned) {
            try await sendMessages(of: id)
        }
        return readers
    }

    /// Gives the account's other devices the keys that they ask for, and asks them for those that are missing here.
    func exchangeKeys() async throws {
        repeat {
            try await beginSessions(try await machine.claimForQuestions())
        } while try await machine.answerQuestions()
        try await machine.requestKeys()
        try await sendMessages(of: EncryptionMachine.noRoom)
    }

    /// Begins sessions with the devices of a claim; nil claims nothing.
    private func beginSessions(_ claim: JSONText?) async throws {
        guard let claim else { return }
        try await machine.acceptClaim(try await api.post(["v3", "keys", "claim"], claim))
    }

    /// Has new sessions begun in place of broken ones, and tells the other devices of them.
    func sendRepairs() async throws {
        if let body = try await machine.claimForBroken() {
            try await machine.acceptClaimForBroken(try await api.post(["v3", "keys", "claim"], body))
        }
        try await sendMessages(of: EncryptionMachine.noRoom)
        try await sendRoomMessages()
    }

    /// Sends the messages of a verification that goes on in a room. A refusal ends it.
    private func sendRoomMessages() async throws {
        while let (id, message) = await machine.nextRoomMessage, let room = message.room.map({ ChatID($0) }) {
            do {
                let content = try await encrypt(
                    message.content,
                    type: message.type,
                    id: MessageID(id),
                    in: room,
                    isFollowed: false
                )
                let path = ["v3", "rooms", room.rawValue, "send", RoomEvent.encryptedType, id]
                let event = try await api.put(path, content)["event_id"]?.string
                try await settle(MessageID(id), in: room)
                await machine.settleRoomMessage(id, event: event ?? "")
            } catch ServiceError.refused(let code, let text) {
                try await machine.refuseRoomMessages()
                throw ServiceError.refused(code, text: text)
            }
        }
    }

    /// Sends the to-device messages of a room, or of none.
    private func sendMessages(of room: ChatID) async throws {
        while let (id, type, body) = try await machine.nextShare(in: room) {
            try await api.put(["v3", "sendToDevice", type, id], body)
            try await machine.settleShare(id)
        }
    }

    /// Returns who gets a room's key: as sync has it if it is up to date, or else as the homeserver says.
    ///
    /// The ledger need not know all members of a room. Also returns whether the room is kept current by sync from now on.
    private func room(_ id: ChatID, isFollowed: Bool) async throws -> (room: EncryptedRoom, isKept: Bool) {
        let responses = rooms.responses
        let known = isFollowed ? rooms.room(id) : nil
        if let known, known.invited.isEmpty || known.showsInvited != nil { return (known, true) }
        let path = ["v3", "rooms", id.rawValue]
        var room: EncryptedRoom
        if let known { room = known } else { room = try await ask(path) }
        if !room.invited.isEmpty {
            let state = try await api.find(path + ["state", "m.room.history_visibility"])
            room.showsInvited = state?["history_visibility"]?.string != "joined"
        }
        return (room, rooms.insert(room, as: id, askedAt: responses) && isFollowed)
    }

    private func ask(_ path: [String]) async throws -> EncryptedRoom {
        let answer = try await api.get(path + ["members"], query: [(name: "not_membership", value: "leave")])
        let events = RoomEvent.list(answer["chunk"]).filter(\.isMembership)
        func people(_ membership: String) -> Set<ContactID> {
            Set(events.filter { $0.membership == membership }.map(\.person))
        }
        let joined = people("join")
        guard joined.contains(ledger.user) else { throw ServiceError.responseLost }
        let settings = try await api.find(path + ["state", "m.room.encryption"])
        return EncryptedRoom(joined: joined, invited: people("invite"), rotation: Rotation(settings))
    }
}
