import ChatTypes
import SimulatedServer
import Transport

extension SimulatedWorld {
    /// Returns everyone except the user who can write in a chat, as the server expects them. A chat of two has one
    /// writer, `nil`.
    func writers(in chat: ChatHeader) async -> [ContactID?] {
        guard chat.isGroup else { return [nil] }
        return await server.members(of: chat.id).filter { $0.isMember && $0.member != .me }.map(\.member.member)
    }

    /// Selects a chat and returns its writers; `nil` if there is no chat or nobody else in it.
    func company(_ number: Int) async -> (chat: ChatHeader, writers: [ContactID?])? {
        let chats = await server.chats
        guard !chats.isEmpty else { return nil }
        let chat = chats[number % chats.count]
        let writers = await writers(in: chat)
        return writers.isEmpty ? nil : (chat, writers)
    }

    /// Makes one contact write in each chat that has any.
    func allContactsWrite() async {
        for header in await server.chats {
            guard let writer = await writers(in: header).first else { continue }
            _ = try? await server.contactWrites("news", in: header.id, by: writer)
        }
    }

    /// Marks the user's messages in a chat as read by all others. Returns `false` if there are no others.
    func contactsRead(in chat: ChatID) async -> Bool {
        guard let header = await server.chats.first(where: { $0.id == chat }) else { return false }
        let readers = await writers(in: header)
        for reader in readers { try? await server.contactReads(in: chat, by: reader) }
        return !readers.isEmpty
    }

    /// Returns whether the user is a member of a group.
    func isIn(_ group: ChatID) async -> Bool {
        await server.members(of: group).first { $0.member == .me }?.isMember ?? true
    }

    /// Joins all groups again from another device. The user can read the messages sent meanwhile.
    func comeBack() async {
        for group in await server.chats where group.isGroup {
            if await isIn(group.id) { continue }
            evidence.noteRemembered(group.id)
            try? await server.setMembership(.join, in: group.id)
        }
    }
}

extension ServerChatContent {
    /// Returns the current name of another member, with the ID if somebody who is or was there has one that looks like it; `nil` in a
    /// chat of two.
    func name(of author: Author) -> String? {
        guard header.isGroup, let id = author.member else { return nil }
        guard let name = members.first(where: { $0.member == author })?.name else { return id.rawValue }
        let look = NameLook.key(of: name)
        let isShared = members.contains {
            $0.member != author && $0.member != .me && NameLook.key(of: $0.name) == look
        }
        return ShownName.of(name, id: id, isShared: isShared)
    }

    private var others: [Membership] { members.filter { $0.isMember && $0.member != .me } }

    /// The position up to which the contact, or every group member, has read. In a group that all others have left,
    /// the position of the furthest reader. Messages from before a member joined do not count for that member.
    var readByAll: Position? {
        guard header.isGroup else { return position(of: readByContact) }
        let start = Position(.min)
        func markers(of members: [Membership]) -> [Position] {
            members.map { max(position(of: readByMembers[$0.member]) ?? start, $0.since ?? start) }
        }
        return markers(of: others).min() ?? markers(of: members.filter { $0.member != .me }).max()
    }

    /// Whether a member of the group has not read a message.
    func isUnreadInGroup(_ message: MessageID) -> Bool {
        guard header.isGroup, let position = position(of: message) else { return false }
        return readByAll.map { $0 < position } ?? true
    }

    /// Whether the group has a member of whom the app did not know by then that they have read a message.
    func isUnheardInGroup(_ message: MessageID, by time: Duration, _ heard: [Author: [MessageID: Duration]]) -> Bool {
        guard header.isGroup, let place = position(of: message) else { return false }
        return others.contains { other in
            let reads = heard[other.member] ?? [:]
            return !reads.contains { $1 <= time && position(of: $0).map { place <= $0 } == true }
        }
    }

    /// The number of members, including the user.
    var group: GroupState? {
        guard header.isGroup else { return nil }
        let isIn = members.first { $0.member == .me }?.isMember ?? true
        return GroupState(memberCount: others.count + (isIn ? 1 : 0), hasLeft: !isIn)
    }
}
