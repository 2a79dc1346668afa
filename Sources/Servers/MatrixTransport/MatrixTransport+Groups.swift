public import ChatTypes
import JSONKit
import RuntimeKit

extension MatrixTransport {
    /// The number of people that can be invited at once; each profile is requested before.
    private static let peopleLimit = 100

    /// Creates a room with several people, and a title unless that only lists them: then each client names the room after its members.
    ///
    /// The room is encrypted as the user wants, or as the account's setting says, and from then on for this device, whatever the homeserver
    /// makes of it.
    ///
    /// Creates one room for one id, however often it is tried: an alias prevents a second one until sync has brought the first, and
    /// the room's creation event contains the id, even if the ledger is lost.
    public func createGroup(_ group: OutgoingGroup) async throws -> ChatHeader {
        let name = ContactName(group.title)
        guard name.error == nil else {
            throw ServiceError.refused(
                .invalidName,
                text: "A group needs a title of at most \(ContactName.characterLimit) characters"
            )
        }
        if let room = try await ledger.read({ try $0.creations.room(ofGroup: group.id) }) {
            return try await header(of: room)
        }
        let people = try await people(named: group.names)
        let newNonce = environment.random.hexadecimalDigits(wordCount: 2)
        let (title, encrypts) = (group.hasMadeTitle ? nil : name.text, encryptsNewRoom(group.isEncrypted))
        let nonce = try await ledger.write {
            try $0.creations.begin(with: CreationTable.key(ofGroup: group.id), nonce: newNonce, encrypts: encrypts)
        }
        let room = try await createRoom(group.id, title, with: people, nonce: nonce, encrypts)
        try await ledger.write {
            try $0.insertGroup(room, id: group.id, title: title)
            if encrypts { try $0.rooms.setEncrypted(room) }
        }
        let header = try await header(of: room)
        // The alias has served its purpose, and does no harm in the directory if this fails.
        try? await api.delete(["v3", "directory", "room", alias(nonce)])
        return header
    }

    /// Returns the people with some names, each once, without the user.
    private func people(named names: [String]) async throws -> [ContactID] {
        guard names.count <= Self.peopleLimit else {
            throw ServiceError.refused(
                .tooManyPeople,
                text: "At most \(Self.peopleLimit) people can be invited at once"
            )
        }
        var people: [ContactID] = []
        for person in try await names.requestEach({ try await self.person(named: $0).id })
        where person != account.user && !people.contains(person) { people.append(person) }
        guard !people.isEmpty else {
            throw ServiceError.refused(.tooFewPeople, text: "A group needs someone besides yourself")
        }
        return people
    }

    private func createRoom(
        _ id: MessageID,
        _ title: String?,
        with people: [ContactID],
        nonce: String,
        _ encrypts: Bool
    ) async throws -> ChatID {
        let name = title.map { [JSONText.Member(name: "name", value: .string($0))] } ?? []
        do {
            let answer = try await api.post(
                ["v3", "createRoom"],
                .object(
                    name + [
                        .init(name: "preset", value: "private_chat"),
                        .init(name: "invite", value: .array(people.map { .string($0.rawValue) })),
                        .init(name: "room_alias_name", value: .string("viper-\(nonce)")),
                        .init(name: "initial_state", value: .array(Self.initialState(encrypts))),
                        .init(
                            name: "creation_content",
                            value: .object([
                                .init(name: RoomEvent.ownIDName.description, value: .string(id.rawValue))
                            ])
                        ),
                    ]
                )
            )
            guard let room = answer["room_id"]?.string, room.isUsableID else { throw ServiceError.responseLost }
            return ChatID(room)
        } catch let refusal as ServiceError where !refusal.isTemporary {
            // An earlier attempt, or a part of this one, may have created it.
            guard let room = try await room(ofAlias: alias(nonce)) else { throw refusal }
            try await complete(room, title, with: people)
            return room
        }
    }

    func room(ofAlias alias: String) async throws -> ChatID? {
        do {
            let alias = MatrixLink.name(in: alias)
            let room = try await api.get(["v3", "directory", "room", alias])["room_id"]?.string
            return room.flatMap { $0.isUsableID ? ChatID($0) : nil }
        } catch ServiceError.refused { return nil }
    }

    /// Completes a room whose creation was interrupted.
    private func complete(_ room: ChatID, _ title: String?, with people: [ContactID]) async throws {
        if let title {
            try await api.put(["v3", "rooms", room.rawValue, "state", "m.room.name"], ["name": .string(title)])
        }
        try await people.requestEach { person in
            // Skips people who are in it, are invited, or cannot be.
            do { try await self.invite(person, to: room) } catch ServiceError.refused {}
        }
    }
}
