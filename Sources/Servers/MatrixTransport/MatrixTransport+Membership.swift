public import ChatTypes
public import Transport

extension MatrixTransport {
    /// Returns when the news has told of it. To join a room that was replaced is to join the one that follows it.
    public func setMembership(_ membership: ChatMembership, in chat: ChatID) async throws {
        switch membership {
        case .join:
            let successor = try await ledger.successor(of: chat)
            let room = successor?.room ?? chat
            if try await ledger.membership(in: room) == .invite {
                try await joinIfInvited(to: room)
            } else if let successor {
                try await join(room, via: successor.servers)
            } else {
                try await join(room, via: ledger.servers(in: room))
            }
            _ = try await waitForNews { try $0.membership(in: room) == .join ? true : nil }
        case .leave:
            try await api.post(["v3", "rooms", chat.rawValue, "leave"], [:])
            _ = try await waitForNews { try $0.membership(in: chat) == .leave ? true : nil }
        }
    }

    /// Joins a room into which we are invited: by whom, our homeserver knows.
    func join(_ room: ChatID) async throws {
        try await api.post(["v3", "rooms", room.rawValue, "join"], [:])
    }

    /// Joins a room that our homeserver may know nothing of, or nothing new, by way of servers that are in it: three at most.
    func join(_ room: ChatID, via servers: [String]) async throws {
        // Before version 1.12 of the specification it was called `server_name`.
        let query = ["via", "server_name"].flatMap { name in servers.prefix(3).map { (name: name, value: $0) } }
        try await api.post(["v3", "join", room.rawValue], query: query, [:])
    }

    /// Asks for something that only members may do. What a homeserver forbids in a room that we have left is possible again
    /// once we are back, which it does not say itself.
    func asMember(of room: ChatID, _ request: () async throws -> Void) async throws {
        do {
            try await request()
        } catch ServiceError.refused(.forbidden, let text) {
            let isMember = try await ledger.membership(in: room) == .join
            throw ServiceError.refused(isMember ? .forbidden : .notMember, text: text)
        }
    }
}
