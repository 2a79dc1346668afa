public import ChatTypes
import SimulatedServer
import Transport

/// Events at the server, which happen at once and without a network.
extension TestPhone {
    /// Makes a contact write, in a new chat if there is none, and runs for a second. Throws the server's refusal.
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

    /// Has contacts write messages one after the other, and runs for a second. Throws the server's refusal.
    ///
    /// The app takes them all at once, which costs little more than one.
    public func contactsWrite(_ messages: [(name: String, text: String)]) throws {
        try result { [server] in
            for (name, text) in messages {
                let chat = try await server.createChat(with: name).id
                try await server.contactWrites(text, in: chat)
            }
        }
        run()
    }

    /// Makes a chat's contact type, and runs for a second. Throws the server's refusal.
    public func contactTypes(in chat: ChatID) throws {
        try result { [server] in try await server.contactTypes(in: chat) }
        run()
    }

    /// Makes a chat's contact delete the newest message, and runs for a second. Throws the server's refusal.
    public func contactRemovesNewest(in chat: ChatID) throws {
        try result { [server] in
            guard let newest = await server.log(of: chat).last else { return }
            try await server.contactRemoves(newest.id, in: chat)
        }
        run()
    }

    /// Creates the group "Trip" with Ada and Ben from another device of the user, and runs for a second. Throws the
    /// server's refusal.
    public func beginTrip() throws -> ChatID {
        let group = OutgoingGroup(id: MessageID("trip"), title: "Trip", names: ["Ada", "Ben"])
        let chat = try result { [server] in try await server.createGroup(group).id }
        run()
        return chat
    }

    /// Makes a member of a group write, and runs for a second. Throws the server's refusal.
    public func member(_ member: ContactID, writes text: String, in group: ChatID) throws {
        try result { [server] in try await server.contactWrites(text, in: group, by: member) }
        run()
    }

    /// Makes a member of a group type, and runs for a second. Throws the server's refusal.
    public func member(_ member: ContactID, typesIn group: ChatID) throws {
        try result { [server] in try await server.contactTypes(in: group, by: member) }
        run()
    }

    /// Returns the names of a group's other members on the server, sorted.
    public func memberNames(of group: ChatID) throws -> [String] {
        let members = try result { [server] in await server.members(of: group) }
        return members.filter { $0.isMember && $0.member != .me }.map(\.name).sorted()
    }

    /// Returns the groups on the server.
    public func groups() throws -> [ChatID] {
        try result { [server] in await server.chats.filter(\.isGroup).map(\.id) }
    }

    /// Returns whether the server was told that the user is typing in a chat.
    public func isTyping(in chat: ChatID) throws -> Bool {
        try result { [server] in await server.isTyping(in: chat) }
    }

    /// Returns the messages of a chat in the server's order.
    public func log(of chat: ChatID) throws -> [Message] {
        try result { [server] in await server.log(of: chat) }
    }

    /// Returns the message up to which the server was told that the user has read a chat.
    public func newestRead(in chat: ChatID) throws -> MessageID? {
        try result { [server] in await server.newestRead(by: .me, in: chat) }
    }
}
