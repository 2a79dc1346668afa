import Transport

extension SimulatedWorld {
    /// Those who can write in a chat besides ourselves, as the server is told of them: between two one, without an id.
    func writers(in chat: ChatHeader) async -> [ContactID?] {
        guard chat.isGroup else { return [nil] }
        return await server.members(of: chat.id).filter { $0.isMember && $0.member != .me }.map(\.member.member)
    }

    /// Chooses a chat in which others can write, and says who can; nil when there is none, or no one else in it.
    func company(_ number: Int) async -> (chat: ChatHeader, writers: [ContactID?])? {
        let chats = await server.chats
        guard !chats.isEmpty else { return nil }
        let chat = chats[number % chats.count]
        let writers = await writers(in: chat)
        return writers.isEmpty ? nil : (chat, writers)
    }

    /// In each chat in which someone else is, one of them writes.
    func allContactsWrite() async {
        for header in await server.chats {
            guard let writer = await writers(in: header).first else { continue }
            _ = try? await server.contactWrites("news", in: header.id, by: writer)
        }
    }

    /// Everyone else in a chat has read what we wrote there; false where no one else is.
    func contactsRead(in chat: ChatID) async -> Bool {
        guard let header = await server.chats.first(where: { $0.id == chat }) else { return false }
        let readers = await writers(in: header)
        for reader in readers { try? await server.contactReads(in: chat, by: reader) }
        return !readers.isEmpty
    }

    /// Whether we are in a group.
    func isIn(_ group: ChatID) async -> Bool {
        await server.members(of: group).first { $0.member == .me }?.isMember ?? true
    }

    /// By another device, the person comes back into all groups: what was said meanwhile is theirs to read.
    func comeBack() async {
        for group in await server.chats where group.isGroup {
            if await !isIn(group.id) { try? await server.setMembership(.join, in: group.id) }
        }
    }
}

extension ServerChatContent {
    /// What someone else is called there by now; nil between two.
    func name(of author: Author) -> String? {
        guard header.isGroup, author != .me else { return nil }
        return members.first { $0.member == author }?.name ?? author.member?.rawValue
    }

    private var others: [Membership] { members.filter { $0.isMember && $0.member != .me } }

    /// Up to where the contact has read, or everyone who is in the group; where nobody else is in it any more, the one who had
    /// read most. What stood there before they came in was never theirs to read.
    var readByAll: Position? {
        guard header.isGroup else { return position(of: readByContact) }
        let start = Position(.min)
        func markers(of members: [Membership]) -> [Position] {
            members.map { max(position(of: readByMembers[$0.member]) ?? start, $0.since ?? start) }
        }
        return markers(of: others).min() ?? markers(of: members.filter { $0.member != .me }).max()
    }

    /// Whether someone in the group has not read a message.
    func isUnreadInGroup(_ message: MessageID) -> Bool {
        guard header.isGroup, let position = position(of: message) else { return false }
        return readByAll.map { $0 < position } ?? true
    }

    /// Whether someone is in the group of whom the app had not been told by then that they have read a message.
    func isUnheardInGroup(_ message: MessageID, by time: Duration, _ heard: [Author: [MessageID: Duration]]) -> Bool {
        guard header.isGroup, let place = position(of: message) else { return false }
        return others.contains { other in
            let reads = heard[other.member] ?? [:]
            return !reads.contains { $1 <= time && position(of: $0).map { place <= $0 } == true }
        }
    }

    /// How many are in the group, ourselves among them.
    var group: GroupState? {
        guard header.isGroup else { return nil }
        let isIn = members.first { $0.member == .me }?.isMember ?? true
        return GroupState(memberCount: others.count + (isIn ? 1 : 0), hasLeft: !isIn)
    }
}
