public import ChatTypes
import JSONKit
import RuntimeKit

extension MatrixTransport {
    /// Opens the direct room with a person, given as `@name:server` or by a name in the user directory, or the room of an alias
    /// (`#name:server`) or with an id (`!id:server`), each also as a link.
    public func createChat(with name: String) async throws -> ChatHeader {
        try await createChat(with: name, isEncrypted: nil)
    }

    /// Opens the room as `createChat(with:)` does; a room that has to be created is encrypted if the user wants it, or else as the
    /// account's setting says. Encrypts in a direct room that exists, too, from then on, if the user wants it.
    public func createChat(with name: String, isEncrypted: Bool?) async throws -> ChatHeader {
        if let link = MatrixLink(name), !link.id.hasPrefix("@") { return try await join(link) }
        let person = try await person(named: name)
        if let room = try await reopenRoom(with: person.id) {
            // What the user asks for holds for a room that exists, too.
            if isEncrypted == true, encryptsNewRoom(true) { try await ledger.write { try $0.rooms.setEncrypted(room) } }
            let header = try await header(of: room)
            try await endCreation(with: person.id)
            return header
        }
        let newNonce = environment.random.hexadecimalDigits(wordCount: 2)
        let encrypts = encryptsNewRoom(isEncrypted)
        let nonce = try await ledger.write {
            try $0.creations.begin(with: person.id, nonce: newNonce, encrypts: encrypts)
        }
        let room = try await createRoom(with: person.id, nonce: nonce, encrypts)
        // Whatever the homeserver made of it: nothing leaves in the clear.
        if encrypts { try await ledger.write { try $0.rooms.setEncrypted(room) } }
        try await addToDirectRooms(room, with: person.id)
        try await ledger.write { try $0.insertDirectRoom(room, with: person.id, named: person.name) }
        let header = try await header(of: room)
        try await endCreation(with: person.id)
        return header
    }

    /// Returns the direct room with a person, also as an invitation, and invites them again if they have left; returns nil if there is none
    /// or they cannot be invited.
    private func reopenRoom(with person: ContactID) async throws -> ChatID? {
        guard let (room, isLeft) = try await ledger.read({ try $0.rooms.directRoom(with: person) }) else { return nil }
        guard isLeft, person != account.user else { return room }
        do { try await invite(person, to: room) } catch ServiceError.refused { return nil }
        return room
    }

    func invite(_ person: ContactID, to room: ChatID) async throws {
        try await api.post(["v3", "rooms", room.rawValue, "invite"], ["user_id": .string(person.rawValue)])
    }

    /// Deletes the alias that prevented a second room: now that sync has brought the room, the ledger finds it.
    private func endCreation(with person: ContactID) async throws {
        guard let nonce = try await ledger.read({ try $0.creations.nonce(for: person) }) else { return }
        try await ledger.write { try $0.creations.end(with: person) }
        // An alias that stays in the directory does no harm.
        try? await api.delete(["v3", "directory", "room", alias(nonce)])
    }

    /// Waits for sync to bring a room, with the homeserver's time of its creation.
    func header(of room: ChatID) async throws -> ChatHeader {
        guard let header = try await waitForSync({ try $0.rooms.header(ofSynced: room) }) else {
            throw ServiceError.responseLost
        }
        return header
    }

    /// Joins a room by its alias or its id, through servers that the link names.
    private func join(_ link: MatrixLink) async throws -> ChatHeader {
        let query = Self.servers(link.servers)
        do {
            return try await header(of: Self.room(in: await api.post(["v3", "join", link.id], query: query, [:])))
        } catch ServiceError.refused(.forbidden, let text) {
            let advice = "ask a member to invite you, or ask to join (“knock”) with another client"
            throw ServiceError.refused(.forbidden, text: "\(text.cut(toBytes: Limits.eventBytes)): \(advice)")
        }
    }

    /// Creates one room, however often it is tried: a homeserver gives an alias to one room only.
    private func createRoom(with person: ContactID, nonce: String, _ encrypts: Bool) async throws -> ChatID {
        // The user is in the room already.
        let invited = person == account.user ? [] : [JSONText.string(person.rawValue)]
        do {
            let answer = try await api.post(
                ["v3", "createRoom"],
                [
                    "preset": "trusted_private_chat", "is_direct": true,
                    "invite": .array(invited), "room_alias_name": .string("viper-\(nonce)"),
                    "initial_state": .array(Self.initialState(encrypts)),
                ]
            )
            return try Self.room(in: answer)
        } catch ServiceError.refused(.roomInUse, _) {
            let room = try Self.room(in: await api.get(["v3", "directory", "room", alias(nonce)]))
            try await inviteIfMissing(person, to: room)
            return room
        }
    }

    private static func room(in answer: JSONValue) throws -> ChatID {
        guard let room = answer["room_id"]?.string, room.isUsableID else { throw ServiceError.responseLost }
        return ChatID(room)
    }

    /// Invites a person unless they are there. The homeserver invites last: if that failed, the room exists without them.
    private func inviteIfMissing(_ person: ContactID, to room: ChatID) async throws {
        guard try await ledger.read({ try $0.rooms.membership(in: room) }) != .leave else { return }
        if let word = try await membership(of: person, in: room), ["join", "invite"].contains(word) { return }
        try await invite(person, to: room)
    }

    /// Keeps the homeserver from publishing the alias in the room, where other clients would show it as the name.
    private static let namelessState: JSONText = ["type": "m.room.canonical_alias", "state_key": "", "content": [:]]

    /// Whether a new room is encrypted: as the user wants, or else as the account's setting says, and never without keys.
    func encryptsNewRoom(_ wish: Bool?) -> Bool { encryption != nil && wish ?? settings.encryptsChats }

    /// Returns the state of a new room, which is encrypted from the start or not at all.
    static func initialState(_ encrypts: Bool) -> [JSONText] {
        guard encrypts else { return [namelessState] }
        let content = MatrixEncryption.stateContent
        return [namelessState, ["type": "m.room.encryption", "state_key": "", "content": content]]
    }

    func alias(_ nonce: String) -> String {
        "#viper-\(nonce):\(account.user.server ?? "")"
    }
}
