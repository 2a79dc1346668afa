public import ChatTypes
import RuntimeKit

extension MatrixTransport {
    /// Opens the room for two with a person, who is named as `@name:server`, or as the user directory has them; or the room
    /// of an alias (`#name:server`).
    public func createChat(with name: String) async throws -> ChatHeader {
        if name.hasPrefix("#"), name.contains(":") { return try await join(alias: name) }
        let person = try await person(named: name)
        if let room = try await reopenRoom(with: person.id) {
            let header = try await header(of: room)
            try await endCreation(with: person.id)
            return header
        }
        let nonce = try await ledger.creation(
            with: person.id,
            orElse: environment.random.hexadecimalDigits(wordCount: 2)
        )
        let room = try await createRoom(with: person.id, nonce: nonce)
        try await noteDirect(room, with: person.id)
        try await ledger.noteCreated(room, with: person.id, named: person.name)
        let header = try await header(of: room)
        try await endCreation(with: person.id)
        return header
    }

    /// Comes into the room for two with a person, and has them come back if they have left; nil where there is none or they cannot.
    private func reopenRoom(with person: ContactID) async throws -> ChatID? {
        guard let (room, isLeft) = try await ledger.directRoom(with: person) else { return nil }
        try await joinIfInvited(to: room)
        guard isLeft, person != account.user else { return room }
        do { try await invite(person, to: room) } catch ServiceError.refused { return nil }
        return room
    }

    func invite(_ person: ContactID, to room: ChatID) async throws {
        try await api.post(["v3", "rooms", room.rawValue, "invite"], ["user_id": .string(person.rawValue)])
    }

    /// Once the news has told of the room, it is found by that: the alias that refused a second one has served its purpose.
    private func endCreation(with person: ContactID) async throws {
        guard let nonce = try await ledger.endCreation(with: person) else { return }
        // It is in the directory alone: that it stays harms nothing.
        try? await api.delete(["v3", "directory", "room", alias(nonce)])
    }

    /// The homeserver's time comes with the news of the room.
    func header(of room: ChatID) async throws -> ChatHeader {
        guard let header = try await waitForNews({ try $0.header(ofKnownRoom: room) }) else {
            throw ServiceError.responseLost
        }
        return header
    }

    private func join(alias: String) async throws -> ChatHeader {
        try await header(of: Self.room(in: await api.post(["v3", "join", alias], [:])))
    }

    /// Makes a room once, however often it is tried: a homeserver gives an alias to one room only.
    private func createRoom(with person: ContactID, nonce: String) async throws -> ChatID {
        // Who is there already is not invited.
        let invited = person == account.user ? [] : [JSONText.string(person.rawValue)]
        do {
            let answer = try await api.post(
                ["v3", "createRoom"],
                [
                    "preset": "trusted_private_chat", "is_direct": true,
                    "invite": .array(invited), "room_alias_name": .string("viper-\(nonce)"),
                    "initial_state": Self.namelessState,
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

    /// A homeserver invites after all else: where that failed, the room is there without its person.
    private func inviteIfMissing(_ person: ContactID, to room: ChatID) async throws {
        guard try await ledger.membership(in: room) != .leave else { return }
        let path = ["v3", "rooms", room.rawValue, "state", "m.room.member", person.rawValue]
        if let word = try await api.find(path)?["membership"]?.string, ["join", "invite"].contains(word) { return }
        try await invite(person, to: room)
    }

    /// Keeps a homeserver from saying the alias in the room itself: those who are invited would have the room called by it.
    static let namelessState: JSONText = .array([
        ["type": "m.room.canonical_alias", "state_key": "", "content": [:]]
    ])

    func alias(_ nonce: String) -> String {
        "#viper-\(nonce):\(account.user.server ?? "")"
    }
}
