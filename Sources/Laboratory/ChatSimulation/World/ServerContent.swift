import Transport

/// One chat as the server holds it: what a perfect chat would show.
struct ServerChatContent: Sendable {
    let header: ChatHeader
    let log: [Message]
    let readByMe: MessageID?
    let readByContact: MessageID?
    /// Of a group: how each member stands, and how far they have read.
    var members: [Membership] = []
    var readByMembers: [Author: MessageID] = [:]
    /// Nil where each device keeps that for itself.
    var isMuted: Bool?

    func position(of message: MessageID?) -> Position? {
        message.flatMap { id in log.first { $0.id == id }?.position }
    }
}

extension SimulatedWorld {
    /// Everything that the server holds.
    func serverContent() async -> [ServerChatContent] {
        var content: [ServerChatContent] = []
        for header in await server.chats {
            let log = await server.log(of: header.id)
            var chat = ServerChatContent(
                header: header,
                // What others call a file is made harmless when it comes.
                log: (await matrix?.placed(log, in: header.id) ?? log).map { $0.bounded() ?? $0 },
                readByMe: await server.newestRead(by: .me, in: header.id),
                readByContact: await server.newestRead(by: .contact, in: header.id)
            )
            chat.members = await server.members(of: header.id)
            for member in chat.members where member.member != .me {
                chat.readByMembers[member.member] = await server.newestRead(by: member.member, in: header.id)
            }
            chat.isMuted = matrix?.homeserver.mutedRooms.contains(header.id)
            content.append(chat)
        }
        return content
    }

    /// Chooses among the newest of a contact's messages that stand; nil when there is none.
    private func contactMessage(_ chat: Int, _ message: Int) async -> (chat: ChatID, message: Message)? {
        let chats = await server.chats
        guard !chats.isEmpty else { return nil }
        let id = chats[chat % chats.count].id
        let theirs = await server.log(of: id).filter { $0.author != .me && !$0.isRemoved }.suffix(10)
        return theirs.isEmpty ? nil : (id, Array(theirs)[message % theirs.count])
    }

    func contactRemoves(chat: Int, message: Int) async {
        guard let (chat, message) = await contactMessage(chat, message) else { return }
        evidence.noteContactRemoval(of: message)
        try? await server.contactRemoves(message.id, in: chat, by: message.author.member)
    }

    func contactEdits(chat: Int, message: Int) async {
        // Here, as with a homeserver, a picture that is no file has no text to change.
        guard let (chat, old) = await contactMessage(chat, message), old.imageCount == 0 || old.attachment != nil
        else { return }
        let text = OddTexts.text(message)
        evidence.noteContactEdit(of: old, to: text)
        _ = try? await server.contactEdits(old.id, to: text, in: chat, by: old.author.member)
    }

    /// Makes what chats there are at the beginning, with people of the directory; in every third something was said.
    func fill(_ plan: SessionPlan) async {
        if plan.hasGroup, matrix == nil {
            evidence.with { $0.groupCount += 1 }
            let names = connection.people(matching: "", limit: 3).map(\.name)
            _ = try? await server.createGroup(OutgoingGroup(id: MessageID("first"), title: "Neighbours", names: names))
        }
        let people = connection.people(matching: "", limit: plan.chatCount)
        for (index, person) in people.enumerated() {
            guard let chat = try? await server.createChat(with: person.name), index.isMultiple(of: 3) else { continue }
            _ = try? await server.contactWrites(OddTexts.text(index), in: chat.id)
        }
    }

    func contactTypes(chat: Int, what: Int) async {
        guard let (header, writers) = await company(chat) else { return }
        try? await server.contactTypes(what % 4 != 0, in: header.id, by: writers[what % writers.count])
    }

    /// Mutes a chat by another device, or lets it be heard again.
    func muteElsewhere(chat: Int) async {
        let chats = await server.chats
        guard !chats.isEmpty, let homeserver = matrix?.homeserver else { return }
        let id = chats[chat % chats.count].id
        evidence.noteMuting(id)
        homeserver.setMuted(!homeserver.mutedRooms.contains(id), id)
    }

    func contactWrites(chat: Int, text: Int, count: Int, images: Int) async {
        guard let (header, writers) = await company(chat) else { return }
        let id = header.id
        for index in 0..<count {
            _ = try? await server.contactWrites(
                OddTexts.text(text + index),
                // Matrix has a message for each picture.
                imageCount: matrix == nil ? images : min(images, 1),
                as: OddTexts.id(text + index),
                in: id,
                by: writers[(text + index / 3) % writers.count]
            )
        }
    }
}
