import ChatStore
public import Transport

extension Session {
    /// Commits a message under a new id, and leaves the sending to `run()`.
    ///
    /// Throws a `TextFault`, `ServiceError.refused` when there is no such chat, or a `StorageProblem`; then nothing is sent
    /// either.
    @discardableResult
    public func send(_ text: String, to chat: ChatID) throws -> MessageID {
        if let fault = TextFault(of: text) { throw fault }
        guard try stored({ try $0.chat(chat) }) != nil else {
            throw ServiceError.refused(.unknownChat, text: "There is no such chat")
        }
        let id = try commit { writer in
            // What is sent is no draft any more, and not sent it stays one: both or neither.
            try writer.setDraft("", in: chat)
            var message: OutgoingMessage
            // An id that the chat has already is another message's, and would make this one disappear in it.
            repeat {
                message = OutgoingMessage(id: environment.makeMessageID(), chat: chat, text: text)
            } while try !writer.enqueue(message, at: environment.now())
            return message.id
        }
        feed.post([chat])
        outbox.request(chat)
        return id
    }

    /// Sends a failed message once more, under its own id and behind all that wait. Throws what the disk says.
    public func resend(_ message: MessageID, in chat: ChatID) throws {
        guard try commit({ try $0.requeue(message, in: chat, at: environment.now()) }) else { return }
        feed.post([chat])
        outbox.request(chat)
    }

    func sendOutbox() async {
        await resume(outbox) { try stored { try $0.chatsWithMessagesToSend() } }
        await outbox.run(pause: pause) { await self.sendMessages(in: $0, $1) }
    }

    /// Sends what waits in one chat, first in, first out, each until it is taken or refused.
    private func sendMessages(in chat: ChatID, _ backoff: Backoff) async -> (any Error)? {
        await workThrough(backoff) {
            try stored { try $0.nextMessageToSend(in: chat) }
        } attempting: { message in
            try await post(message)
        }
    }

    private func post(_ message: OutgoingMessage) async throws {
        do {
            let accepted = try await service.send(message)
            guard let header = try stored({ try $0.chat(message.chat) }) else { return }
            try ingest([ChatUpdate(chat: header, messages: [accepted])])
        } catch ServiceError.refused(.duplicate, _) {
            try accept(message)
        } catch ServiceError.refused(_, let text) {
            try fail(message, because: text)
        }
    }

    /// The server has it already, which counts as sent. Where it stands is told by its echo: in what is new, or further back
    /// than we hold.
    private func accept(_ message: OutgoingMessage) throws {
        try commit { try $0.markAccepted(message.id, in: message.chat) }
        feed.post([message.chat])
        syncRequests.post(())
        backfill.request(message.chat)
    }

    private func fail(_ message: OutgoingMessage, because reason: String) throws {
        let reason = reason.cut(toBytes: Limits.reasonBytes)
        try commit { try $0.markFailed(message.id, in: message.chat, reason: reason) }
        feed.post([message.chat])
    }
}
