import ChatTypes
import Transport

extension ServerState {
    /// The fault of an entry, in a clause of bounded length.
    struct Fault: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    /// Throws a `Fault` if `entry` cannot follow the current state.
    func check(_ entry: JournalEntry) throws(Fault) {
        switch entry {
        case .founded(let server, _):
            if sequence > 0 { throw Fault("a server begins only once") }
            if server.isEmpty || server.contains(".") { throw Fault("the server's name is no name") }
        case .opened(let chat, let contact, _):
            try checkIsNew(chat)
            if index(ofChatWith: ContactName(contact.name)) != nil {
                throw Fault("there is a chat with that contact already")
            }
        case .begun(let group): try check(group)
        case .membership(let chat, let membership, _, _): try check(membership, in: try self.chat(chat))
        case .forgotten(let chat, _):
            let chat = try self.chat(chat)
            if chat.leftAt == nil { throw Fault("only a group that was left can be forgotten") }
        case .topic(let chat, _, let number, _):
            let chat = try self.chat(chat)
            if !chat.header.isGroup { throw Fault("only a group has a topic") }
            try check("number", number, after: chat.topic.number)
        case .pinned(let chat, let messages, let number, _):
            try check("number", number, after: try self.chat(chat).pins?.number ?? 0)
            if messages.count > Limits.pins { throw Fault("a chat cannot have so many pins") }
        case .renamed(let chat, _, _): _ = try self.chat(chat)
        case .said(let message):
            let chat = try chat(message.chat, admitting: message.author)
            if self.message(message.id) != nil {
                throw Fault("the message \(short(message.id.rawValue)) is there already")
            }
            if let root = message.thread, try self.message(root, heldBy: message.chat).thread != nil {
                throw Fault("a thread cannot begin in another")
            }
            try check("position", message.position.rawValue, after: chat.messages.last?.position.rawValue ?? 0)
        case .annotated(let chat, let id, let annotation, _):
            let message = try message(annotation.message, heldBy: chat)
            if message.isDeleted { throw noMessage(message.id, in: chat) }
            _ = try self.chat(chat, admitting: annotation.author)
            if self.annotation(id) != nil { throw Fault("the edit \(short(id.rawValue)) is there already") }
            switch annotation.kind {
            case .edit: try check("edit", annotation.number, after: message.editNumber)
            case .deletion: if annotation.number != 0 { throw Fault("a deletion has no number") }
            case .reaction(let text, _):
                if !ReactionText.isUsable(text) { throw Fault("a reaction cannot have this text") }
                let known = try self.chat(chat).reactions[text, to: message.id, by: annotation.author]
                try check("reaction", annotation.number, after: known?.number ?? 0)
            case .vote:
                if message.poll == nil { throw Fault("only a poll has votes") }
                let known = try self.chat(chat).reactions.vote(in: message.id, by: annotation.author)
                try check("vote", annotation.number, after: known?.number ?? 0)
            case .pollEnd: if message.poll == nil { throw Fault("only a poll ends") }
            }
        case .uploaded(let upload):
            if chats.isEmpty { throw Fault("there is no chat that it could be for") }
            guard self.upload(upload.id) == nil, self.upload(at: upload.file) == nil, upload.byteCount >= 0 else {
                throw Fault("the file \(short(upload.id.rawValue)) is there already")
            }
        case .read(let chat, let reader, let message, let thread, _):
            _ = try self.chat(chat, admitting: reader)
            _ = try self.message(message, heldBy: chat)
            if let thread { _ = try self.message(thread, heldBy: chat) }
        }
    }

    private func check(_ group: JournaledGroup) throws(Fault) {
        try checkIsNew(group.chat)
        // The contact of the first chat greets the user.
        if chats.isEmpty { throw Fault("the first chat is one between two") }
        try check("number", group.number, after: 0)
        let ids = Set(group.members.map(\.id))
        guard (1..<Limits.members).contains(ids.count), ids.count == group.members.count,
            ids.allSatisfy(\.rawValue.isUsableID)
        else { throw Fault("a group cannot have these members") }
    }

    private func check(_ membership: Membership, in chat: ServerChat) throws(Fault) {
        let known = chat.members[membership.member]
        try check("number", membership.number, after: known?.number ?? 0)
        let isPossible = known != nil || chat.members.count < Limits.members && membership.member.member != nil
        guard chat.header.isGroup, isPossible, membership.member.isUsable else {
            throw Fault("the chat \(short(chat.header.id.rawValue)) cannot have this member")
        }
    }

    private func checkIsNew(_ chat: ChatID) throws(Fault) {
        if sequence == 0 { throw Fault("the server has not begun") }
        if index(of: chat) != nil { throw Fault("the chat \(short(chat.rawValue)) is there already") }
    }

    /// Checks a position, or a number of the same kind.
    private func check(_ name: String, _ number: Int64, after last: Int64) throws(Fault) {
        guard last < number, number <= PositionEra.positionLimit else {
            throw Fault("the \(name) \(number) cannot follow \(last)")
        }
    }

    private func chat(_ id: ChatID) throws(Fault) -> ServerChat {
        guard let index = index(of: id) else { throw Fault("there is no chat \(short(id.rawValue))") }
        return chats[index]
    }

    private func chat(_ id: ChatID, admitting author: Author) throws(Fault) -> ServerChat {
        let chat = try chat(id)
        guard chat.admits(author) else { throw Fault("the chat \(short(id.rawValue)) does not have this author") }
        return chat
    }

    private func message(_ id: MessageID, heldBy chat: ChatID) throws(Fault) -> Message {
        guard let message = message(id, in: chat) else { throw noMessage(id, in: chat) }
        return message
    }

    private func noMessage(_ id: MessageID, in chat: ChatID) -> Fault {
        Fault("the chat \(short(chat.rawValue)) holds no message \(short(id.rawValue))")
    }

    /// Shortens an ID for a sentence: a damaged one may have any length.
    private func short(_ id: String) -> String {
        let limit = 60
        return id.utf8.count <= limit ? id : id.cut(toBytes: limit) + "…"
    }
}
