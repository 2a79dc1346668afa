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

    /// Edits or deletes a message of the author's own. Returns the first annotation for each repetition under its ID.
    func annotate(_ outgoing: OutgoingAnnotation, as author: Author) throws -> Annotation {
        let index = try index(of: outgoing.chat)
        let message = try message(outgoing.message, inChatAt: index)
        guard message.author == author else { throw ServiceError.unknownMessage }
        if let known = ledger.state.annotation(outgoing.id), known.message == message.id { return known }
        try admit(author, toChatAt: index)
        guard !message.isRemoved else { throw ServiceError.unknownMessage }
        let annotation = try ledger.annotate(message, with: outgoing)
        publish(annotations: [annotation], inChatAt: index, isOwn: author == .me)
        return annotation
    }

    private func message(_ id: MessageID, inChatAt index: Int) throws(ServiceError) -> Message {
        let message = ledger.state.message(id, in: ledger.state.chats[index].header.id)
        guard let message else { throw .unknownMessage }
        return message
    }
}
