public import ChatTypes
import JSONKit
import Transport

extension MatrixTransport {
    /// Joins or leaves a room and waits for sync to confirm it, or forgets a room. Instead of a room that was replaced, joins its successor.
    @discardableResult
    public func setMembership(_ membership: ChatMembership, in chat: ChatID) async throws -> Int64? {
        switch membership {
        case .join:
            let successor = try await ledger.read { try $0.rooms.successor(of: chat) }
            let room = successor?.room ?? chat
            if try await ledger.read({ try $0.rooms.membership(in: room) }) == .invite {
                try await accept(room)
            } else if let successor {
                try await joinSuccessor(successor)
            } else {
                try await join(room, via: ledger.read { try $0.rooms.servers(in: room) })
            }
            return try await waitForSync { try $0.rooms.standingNumber(of: .join, in: room) }
        case .leave:
            try await api.post(["v3", "rooms", chat.rawValue, "leave"], [:])
            return try await waitForSync { try $0.rooms.standingNumber(of: .leave, in: chat) }
        case .forget:
            guard try await ledger.read({ try $0.rooms.membership(in: chat) }) != .join else {
                throw ServiceError.refused(.noMembership, text: "Leave the room first")
            }
            try await api.post(["v3", "rooms", chat.rawValue, "forget"], [:])
            return nil
        }
    }

    /// Returns what the homeserver says of a person in a room, such as `join`; nil if nothing. A room that the user has not joined refuses.
    func membership(of person: ContactID, in room: ChatID) async throws -> String? {
        let path = ["v3", "rooms", room.rawValue, "state", "m.room.member", person.rawValue]
        return try await api.find(path)?["membership"]?.string
    }

    /// Joins a room to which the user is invited; the homeserver knows by whom.
    func join(_ room: ChatID) async throws {
        try await api.post(["v3", "rooms", room.rawValue, "join"], [:])
    }

    /// Joins a room that the homeserver may not know, through up to three servers that are in it.
    func join(_ room: ChatID, via servers: [String]) async throws {
        try await api.post(["v3", "join", room.rawValue], query: Self.servers(servers), [:])
    }

    /// The query that names servers in a room. Called `server_name` before version 1.12 of the specification.
    static func servers(_ servers: [String]) -> MatrixAPI.Query {
        ["via", "server_name"].flatMap { name in servers.prefix(3).map { (name: name, value: $0) } }
    }

    /// Joins the room that replaced another. A refusal says that it needs an invitation.
    func joinSuccessor(_ successor: (room: ChatID, servers: [String])) async throws {
        do { try await join(successor.room, via: successor.servers) } catch ServiceError.refused {
            throw ServiceError.refused(
                .replaced,
                text: "This room was replaced by \(successor.room), which needs an invitation: ask a member for one"
            )
        }
    }

    /// Makes a request that only members may make. Turns a refusal in a room that the user has left into `.notMember`: after joining
    /// again the request is possible.
    @discardableResult
    func asMember<Answer>(of room: ChatID, _ request: () async throws -> Answer) async throws -> Answer {
        do {
            return try await request()
        } catch ServiceError.refused(.forbidden, let text) {
            let isMember = try await ledger.read { try $0.rooms.membership(in: room) } == .join
            throw ServiceError.refused(isMember ? .forbidden : .notMember, text: text)
        }
    }

    /// Accepts an invitation to a room, as the user wants.
    private func accept(_ chat: ChatID) async throws {
        // Before joining: afterwards it would not be tried again.
        if let peer = try await ledger.read({ try $0.rooms.peer(of: chat) }) {
            try await addToDirectRooms(chat, with: peer)
        }
        try await join(chat)
    }

    /// Adds a room to the account's list of direct rooms, for all devices.
    func addToDirectRooms(_ room: ChatID, with person: ContactID) async throws {
        let path = ["v3", "user", account.user.rawValue, "account_data", "m.direct"]
        var direct = try await (api.findObject(path)?.members ?? []).map { person, rooms in
            (person: person, rooms: rooms.elements.compactMap(\.string))
        }
        let index = direct.firstIndex { ContactID($0.person) == person } ?? direct.count
        if index == direct.count { direct.append((person.rawValue, [])) }
        guard !direct[index].rooms.contains(room.rawValue) else { return }
        direct[index].rooms.append(room.rawValue)
        let members = direct.map { JSONText.Member(name: $0.person, value: .array($0.rooms.map { .string($0) })) }
        try await api.put(path, .object(members))
    }
}
