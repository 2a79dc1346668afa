import ChatStore
import Transport

/// What news has changed.
struct Changes {
    var chats: [ChatID] = []
    /// Messages that are not announced yet, of chats that are not on screen.
    var announced: [(chat: ChatHeader, message: Message)] = []
    /// Chats of which something is missing.
    var gaps: [ChatID] = []

    var isEmpty: Bool { chats.isEmpty && announced.isEmpty }
}

/// What comes from the server.
extension ModelController {
    func apply(_ updates: [ChatUpdate], isLive: Bool = false, syncedTo cursor: SyncCursor? = nil) throws -> Changes {
        let openChat = model.openChat
        var changes = Changes()
        try commit { writer in
            for update in updates {
                let isOnScreen = update.chat.id == openChat
                let applied = try writer.apply(update, announcing: isLive || isOnScreen)
                if applied.isChange { changes.chats.append(update.chat.id) }
                if applied.opensGap { changes.gaps.append(update.chat.id) }
                if !isOnScreen { changes.announced += applied.announced.map { (update.chat, $0) } }
            }
            if let cursor { try writer.setSyncCursor(cursor) }
        }
        if !changes.chats.isEmpty { try reload(changes.chats) }
        return changes
    }

    /// Takes messages of a chat that we know.
    func apply(_ messages: [Message], in chat: ChatID) throws -> Changes {
        guard let header = try database.read({ try $0.chat(chat) }) else { return Changes() }
        return try apply([ChatUpdate(chat: header, messages: messages)])
    }

    /// Takes a page that was asked for because of a gap; a last one that is empty closes the gap.
    func apply(_ page: MessagePage, for gap: Gap) throws -> Changes {
        guard page.messages.isEmpty else { return try apply(page.messages, in: gap.chat) }
        guard page.next == nil else { return Changes() }
        try commit { try $0.closeGap(before: gap.position, in: gap.chat) }
        try reload([gap.chat])
        return Changes(chats: [gap.chat])
    }

    /// A message of ours was refused for good.
    func fail(_ message: MessageID, in chat: ChatID, reason: String) throws {
        try commit { try $0.markFailed(message, in: chat, reason: reason) }
        try reload([chat])
    }

    /// The server has taken a receipt, or never will.
    func settle(_ receipt: DueReceipt) throws {
        try commit { try $0.settleReceipt(for: receipt.message, in: receipt.chat) }
    }

    func setPicture(_ picture: Picture, of contact: ContactID) {
        model.pictures[contact] = picture
    }

    /// Returns false when that was known.
    func setConnection(_ requests: Connection.Requests) -> Bool {
        guard requests != model.connection.requests else { return false }
        model.connection.requests = requests
        return true
    }

    /// A connection broke: whether the server is there is not known any more. Returns false when it was not before.
    func doubtConnection() -> Bool {
        model.connection.requests == .working && setConnection(.untried)
    }
}
