import ChatTypes

/// What we and the contacts do alike.
extension SimulatedServer {
    func index(of chat: ChatID) throws(ServiceError) -> Int {
        guard let index = ledger.state.index(of: chat) else { throw .unknownChat }
        return index
    }

    func admit(_ author: Author, toChatAt index: Int) throws(ServiceError) {
        guard ledger.state.chats[index].admits(author) else { throw .notMember }
    }

    func read(upTo id: MessageID, as reader: Author, inChatAt index: Int) throws {
        let message = try message(id, inChatAt: index)
        guard ledger.state.chats[index].isReadable(message.position, by: reader) else {
            throw ServiceError.unknownMessage
        }
        if ledger.state.chats[index].hasRead(reader, upTo: message.position) { return }
        try admit(reader, toChatAt: index)
        try ledger.read(upTo: message, as: reader, inChatAt: index)
        publish(receipts: [ReadReceipt(reader: reader, message: id)], inChatAt: index, isOwn: reader == .me)
    }

    func edit(_ id: MessageID, to text: String, id editID: MessageID?, as author: Author, inChatAt index: Int) throws
        -> Edit
    {
        let message = try message(id, of: author, inChatAt: index)
        try admit(author, toChatAt: index)
        guard !message.isRemoved else { throw ServiceError.unknownMessage }
        let edit = try ledger.edit(message, to: text, id: editID, inChatAt: index)
        publish(edits: [edit], inChatAt: index, isOwn: author == .me)
        return edit
    }

    func remove(_ id: MessageID, as author: Author, inChatAt index: Int) throws {
        let message = try message(id, of: author, inChatAt: index)
        if message.isRemoved { return }
        try admit(author, toChatAt: index)
        try ledger.remove(message, inChatAt: index)
        publish(removals: [Removal(author: author, message: id)], inChatAt: index, isOwn: author == .me)
    }

    private func message(_ id: MessageID, inChatAt index: Int) throws(ServiceError) -> Message {
        let message = ledger.state.message(id, in: ledger.state.chats[index].header.id)
        guard let message else { throw .unknownMessage }
        return message
    }

    /// A message of an author's own.
    private func message(_ id: MessageID, of author: Author, inChatAt index: Int) throws(ServiceError) -> Message {
        let message = try message(id, inChatAt: index)
        guard message.author == author else { throw .unknownMessage }
        return message
    }
}
