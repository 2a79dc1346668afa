public import Transport

/// What happens at the server, at once and without a network in between.
extension TestPhone {
    /// Lets a contact write, in a chat that is made if there is none, and a second pass. Throws the server's refusal.
    @discardableResult
    public func contact(_ name: String, writes text: String, imageCount: Int = 0) throws -> ChatID {
        let chat = try result { [server] in
            let chat = try await server.createChat(with: name).id
            try await server.contactWrites(text, imageCount: imageCount, in: chat)
            return chat
        }
        run()
        return chat
    }

    /// Lets a chat's contact type, and a second pass. Throws the server's refusal.
    public func contactTypes(in chat: ChatID) throws {
        try result { [server] in try await server.contactTypes(in: chat) }
        run()
    }

    /// Lets a chat's contact take the newest message back, and a second pass. Throws the server's refusal.
    public func contactRemovesNewest(in chat: ChatID) throws {
        try result { [server] in
            guard let newest = await server.log(of: chat).last else { return }
            try await server.contactRemoves(newest.id, in: chat)
        }
        run()
    }

    /// Lets another device of ours begin the group "Trip" with Ada and Ben, and a second pass. Throws the server's refusal.
    public func beginTrip() throws -> ChatID {
        let group = OutgoingGroup(id: MessageID("trip"), title: "Trip", names: ["Ada", "Ben"])
        let chat = try result { [server] in try await server.createGroup(group).id }
        run()
        return chat
    }

    /// Lets a member of a group write, and a second pass. Throws the server's refusal.
    public func member(_ member: ContactID, writes text: String, in group: ChatID) throws {
        try result { [server] in try await server.contactWrites(text, in: group, by: member) }
        run()
    }

    /// Lets a member of a group type, and a second pass. Throws the server's refusal.
    public func member(_ member: ContactID, typesIn group: ChatID) throws {
        try result { [server] in try await server.contactTypes(in: group, by: member) }
        run()
    }

    /// The names of those who are in a group on the server, beside ourselves.
    public func memberNames(of group: ChatID) throws -> [String] {
        let members = try result { [server] in await server.members(of: group) }
        return members.filter { $0.isMember && $0.member != .me }.map(\.name).sorted()
    }

    /// The groups on the server.
    public func groups() throws -> [ChatID] {
        try result { [server] in await server.chats.filter(\.isGroup).map(\.id) }
    }

    /// Whether the server was told that we type in a chat.
    public func isTyping(in chat: ChatID) throws -> Bool {
        try result { [server] in await server.isTyping(in: chat) }
    }

    /// The messages of a chat in the server's order.
    public func log(of chat: ChatID) throws -> [Message] {
        try result { [server] in await server.log(of: chat) }
    }

    /// The message up to which the server was told that we have read a chat.
    public func newestRead(in chat: ChatID) throws -> MessageID? {
        try result { [server] in await server.newestRead(by: .me, in: chat) }
    }
}
