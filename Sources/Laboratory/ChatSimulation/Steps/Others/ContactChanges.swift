import ChatTypes
import SimulatedServer
import Transport

/// A contact deletes one of their messages.
struct ContactRemoves: OthersStep {
    let chat: Int
    let message: Int

    func happen(in world: SimulatedWorld) async {
        guard let (chat, message) = await world.contactMessage(self.chat, self.message) else { return }
        world.evidence.noteContactRemoval(of: message)
        try? await world.server.contactRemoves(message.id, in: chat, by: message.author.member)
    }
}

/// A contact edits one of their messages.
struct ContactEdits: OthersStep {
    let chat: Int
    let message: Int

    func happen(in world: SimulatedWorld) async {
        // A picture without a file has no text to edit, as on a homeserver, and a poll is not edited.
        guard let (chat, old) = await world.contactMessage(self.chat, self.message), old.poll == nil,
            old.imageCount == 0 || old.attachment != nil
        else { return }
        let text = OddTexts.text(message)
        world.evidence.noteContactEdit(of: old, to: text)
        _ = try? await world.server.contactEdits(old.id, to: text, in: chat, by: old.author.member)
    }
}

extension SimulatedWorld {
    /// Selects one of the newest undeleted messages of contacts; `nil` if there is none.
    fileprivate func contactMessage(_ chat: Int, _ message: Int) async -> (chat: ChatID, message: Message)? {
        let chats = await server.chats
        guard !chats.isEmpty else { return nil }
        let id = chats[chat % chats.count].id
        let theirs = await server.log(of: id).filter { message in
            message.author != .me && !message.isDeleted && message.event == nil
                && matrix?.encryption?.forgery(message.id) == nil
        }.suffix(10)
        return theirs.isEmpty ? nil : (id, Array(theirs)[message % theirs.count])
    }
}
