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
