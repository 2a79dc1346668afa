import ChatStore
public import Transport

extension Session {
    /// Commits a message under a new id, and leaves the sending to `run()`.
    ///
    /// Throws `ServiceError.refused` when there is no such chat, or what the disk says; then nothing is sent either.
    @discardableResult
    public func send(_ text: String, to chat: ChatID) throws -> MessageID {
        let message = OutgoingMessage(id: environment.makeMessageID(), chat: chat, text: text)
        let isQueued = try commit { writer in
            // What is sent is no draft any more, and not sent it stays one: both or neither.
            try writer.setDraft("", in: chat)
            return try writer.enqueue(message, at: environment.now())
        }
        guard isQueued else {
            throw ServiceError.refused(.unknownChat, text: "There is no such chat")
        }
        feed.post([chat])
        outbox.request(chat)
        return message.id
    }

    /// Sends a failed message once more, under its own id and behind all that wait. Throws what the disk says.
    public func resend(_ message: MessageID, in chat: ChatID) throws {
        guard try commit({ try $0.requeue(message, in: chat, at: environment.now()) }) else { return }
        feed.post([chat])
        outbox.request(chat)
    }

    func sendOutbox() async {
        await resume(outbox) { try database.chatsWithMessagesToSend() }
        await outbox.run { await self.sendMessages(in: $0) }
    }

    /// Sends what waits in one chat, first in, first out, each until it is taken or refused.
    private func sendMessages(in chat: ChatID) async {
        await workThrough {
            try database.nextMessageToSend(in: chat)
        } attempting: { message in
            try await post(message)
        }
    }

    private func post(_ message: OutgoingMessage) async throws {
        do {
            let accepted = try await service.send(message)
            guard let header = try database.chat(message.chat) else { return }
            try ingest([ChatUpdate(chat: header, messages: [accepted])])
        } catch ServiceError.refused(.duplicate, _) {
            // The server has it, so it counts as sent: its echo brings the position, and until then it waits.
            syncRequests.post(())
        } catch ServiceError.refused(_, let text) {
            try commit { try $0.markFailed(message.id, in: message.chat, reason: text) }
            feed.post([message.chat])
        }
    }
}
