import ChatTypes
import SimulatedServer
import Transport

/// A contact deletes one of their messages.
struct ContactRemoves: OthersStep {
    let chat: Int
    let message: Int

    func happen(in world: SimulatedWorld) async {
        guard let (chat, message) = await world.contactMessage(self.chat, self.message) else { return }
        await world.contactRemoves(message, in: chat)
    }
}

/// A contact edits one of their messages.
struct ContactEdits: OthersStep {
    let chat: Int
    let message: Int

    func happen(in world: SimulatedWorld) async {
        guard let (chat, old) = await world.contactMessage(self.chat, self.message) else { return }
        await world.contactEdits(old, to: OddTexts.text(message), in: chat)
    }
}

extension SimulatedWorld {
    /// Selects one of the newest undeleted messages of contacts, in one of four cases one of all; `nil` if there is none.
    fileprivate func contactMessage(_ chat: Int, _ message: Int) async -> (chat: ChatID, message: Message)? {
        let chats = await server.chats
        guard !chats.isEmpty else { return nil }
        let id = chats[chat % chats.count].id
        let all = await server.log(of: id).filter(isOfContact)
        let theirs = message.isMultiple(of: 4) ? all : all.suffix(10)
        return theirs.isEmpty ? nil : (id, theirs[message / 4 % theirs.count])
    }

    /// Whether a contact can change a message: it is theirs, and neither deleted nor forged.
    private func isOfContact(_ message: Message) -> Bool {
        message.author != .me && !message.isDeleted && message.event == nil
            && matrix?.encryption?.forgery(message.id) == nil
    }

    fileprivate func contactRemoves(_ message: Message, in chat: ChatID) async {
        evidence.noteContactRemoval(of: message)
        try? await server.contactRemoves(message.id, in: chat, by: message.author.member)
    }

    fileprivate func contactEdits(_ old: Message, to text: String, in chat: ChatID) async {
        // A picture without a file has no text to edit, as on a homeserver, and a poll is not edited.
        guard old.poll == nil, old.imageCount == 0 || old.attachment != nil else { return }
        evidence.noteContactEdit(of: old, to: text)
        _ = try? await server.contactEdits(old.id, to: text, in: chat, by: old.author.member)
    }

    private func contactReacts(to message: Message, in chat: ChatID) async {
        _ = try? await server.contactReacts(reactionTexts[0], to: message.id, in: chat, by: message.author.member)
    }

    /// Lets a contact react to the newest message of theirs that comes before another one, edit it, or delete it.
    func contactChanges(messageBefore message: MessageID, in chat: ChatID) async {
        let log = await server.log(of: chat)
        guard let old = log.prefix(while: { $0.id != message }).last(where: isOfContact) else { return }
        switch log.count % 3 {
        case 0: await contactRemoves(old, in: chat)
        case 1: await contactEdits(old, to: OddTexts.text(log.count), in: chat)
        default: await contactReacts(to: old, in: chat)
        }
    }

    /// Lets a contact edit the newest of their messages in each chat, and react to it.
    func allContactsChange() async {
        for header in await server.chats {
            guard let old = await server.log(of: header.id).last(where: isOfContact) else { continue }
            await contactEdits(old, to: "newer \(old.text.prefix(20))", in: header.id)
            await contactReacts(to: old, in: header.id)
        }
    }
}
