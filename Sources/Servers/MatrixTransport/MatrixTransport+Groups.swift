public import ChatTypes
import RuntimeKit

extension MatrixTransport {
    /// As many as are invited at once; each is asked for before.
    private static let peopleLimit = 100

    /// Makes a room of several people, under its title.
    ///
    /// However often it is tried, there is one room for one id: an alias of the room refuses a second one until the first is known, and
    /// the room's own beginning says its id for ever, to a ledger that was lost as well.
    public func createGroup(_ group: OutgoingGroup) async throws -> ChatHeader {
        let title = ContactName(group.title)
        guard title.fault == nil else {
            throw ServiceError.refused(
                .invalidName,
                text: "A group needs a title of at most \(ContactName.characterLimit) characters"
            )
        }
        if let room = try await ledger.room(madeAs: group.id) { return try await header(of: room) }
        let people = try await people(named: group.names)
        let key = ContactID("group:\(group.id)")
        let nonce = try await ledger.creation(with: key, orElse: environment.random.hexadecimalDigits(wordCount: 2))
        let room = try await createRoom(group.id, title.text, with: people, nonce: nonce)
        try await ledger.noteMade(room, as: group.id, title: title.text)
        let header = try await header(of: room)
        // It has served its purpose, and is in the directory alone: that it stays harms nothing.
        try? await api.delete(["v3", "directory", "room", alias(nonce)])
        return header
    }

    /// Those of some names, without ourselves, each once.
    private func people(named names: [String]) async throws -> [ContactID] {
        guard names.count <= Self.peopleLimit else {
            throw ServiceError.refused(
                .tooManyPeople,
                text: "At most \(Self.peopleLimit) people can be invited at once"
            )
        }
        var people: [ContactID] = []
        for name in names {
            let person = try await person(named: name).id
            if person != account.user, !people.contains(person) { people.append(person) }
        }
        guard !people.isEmpty else {
            throw ServiceError.refused(.tooFewPeople, text: "A group needs someone beside ourselves")
        }
        return people
    }

    private func createRoom(_ id: MessageID, _ title: String, with people: [ContactID], nonce: String) async throws
        -> ChatID
    {
        do {
            let answer = try await api.post(
                ["v3", "createRoom"],
                [
                    "preset": "private_chat", "name": .string(title),
                    "invite": .array(people.map { .string($0.rawValue) }), "room_alias_name": .string("viper-\(nonce)"),
                    "initial_state": Self.namelessState,
                    "creation_content": .object([
                        .init(name: RoomEvent.ownIDName.description, value: .string(id.rawValue))
                    ]),
                ]
            )
            guard let room = answer["room_id"]?.string, room.isUsableID else { throw ServiceError.responseLost }
            return ChatID(room)
        } catch let refusal as ServiceError where !refusal.isTemporary {
            // It may be there all the same, from a former attempt or as far as this one came.
            guard let room = try await room(ofAlias: alias(nonce)) else { throw refusal }
            try await complete(room, title, with: people)
            return room
        }
    }

    private func room(ofAlias alias: String) async throws -> ChatID? {
        do {
            let room = try await api.get(["v3", "directory", "room", alias])["room_id"]?.string
            return room.flatMap { $0.isUsableID ? ChatID($0) : nil }
        } catch ServiceError.refused { return nil }
    }

    /// Does what may be missing of a room whose making was broken off.
    private func complete(_ room: ChatID, _ title: String, with people: [ContactID]) async throws {
        try await api.put(["v3", "rooms", room.rawValue, "state", "m.room.name"], ["name": .string(title)])
        for person in people {
            // Who is in it, or invited, is not invited again; who cannot be is left out.
            do { try await invite(person, to: room) } catch ServiceError.refused {}
        }
    }
}
