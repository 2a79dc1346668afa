import ChatStore
public import ChatTypes
import RuntimeKit

extension Session {
    /// Commits a message under a new id, and leaves the sending to `run()`. It is what was typed in the chat: no draft is left.
    ///
    /// Throws a `TextError`, `SessionError.unknownChat`, or a `StorageProblem`; then nothing is sent either.
    @discardableResult
    public func send(_ text: String, to chat: ChatID) throws -> MessageID {
        try send(text, to: chat, typedElsewhere: false)
    }

    /// The same; what was typed elsewhere leaves a draft in the chat alone, unless it is that very text.
    @discardableResult
    public func send(_ text: String, to chat: ChatID, typedElsewhere: Bool) throws -> MessageID {
        if let fault = TextError(of: text) { throw fault }
        try checkIsHere(chat)
        let id = try commit { writer in
            // What is sent is no draft any more, and not sent it stays one: both or neither.
            if typedElsewhere { try writer.dropDraft(text, in: chat) } else { try writer.setDraft("", in: chat) }
            return try enqueue(text, to: chat, by: writer)
        }
        feed.post([chat])
        outbox.request(chat)
        return id
    }

    func checkIsHere(_ chat: ChatID) throws {
        if try stored({ try $0.chat(chat) }) == nil { throw SessionError.unknownChat }
    }

    /// Queues a message under a new id: one that the chat has already is another message's, and would make this one disappear in it.
    func enqueue(
        _ text: String,
        carrying attachment: AttachedFile? = nil,
        to chat: ChatID,
        by writer: borrowing ChatWriter
    ) throws -> MessageID {
        var message: OutgoingMessage
        repeat {
            message = OutgoingMessage(id: environment.makeMessageID(), chat: chat, text: text, attachment: attachment)
        } while try !writer.enqueue(message, at: environment.now())
        return message.id
    }

    /// Sends a failed message once more, under its own id and behind all that wait. Throws a `StorageProblem`.
    public func resend(_ message: MessageID, in chat: ChatID) throws {
        guard try commit({ try $0.requeue(message, in: chat, at: environment.now()) }) else { return }
        feed.post([chat])
        outbox.request(chat)
    }

    /// Takes one of our own messages back, sent or waiting; the server is told whether or not the screen stays. What is no
    /// message of ours is left alone. Throws a `StorageProblem`.
    public func unsend(_ message: MessageID, in chat: ChatID) throws {
        guard try commit({ try $0.remove(message, in: chat) }) else { return }
        noteRetraction()
        feed.post([chat])
        outbox.request(chat)
    }

    /// Changes the text of one of our own messages, sent or waiting; the server is told whether or not the screen stays. What is no
    /// message of ours, or was taken back, is left alone. Throws a `TextError` or a `StorageProblem`.
    public func edit(_ message: MessageID, to text: String, in chat: ChatID) throws {
        if let fault = TextError(of: text) { throw fault }
        let edit = OutgoingEdit(id: environment.makeMessageID(), of: message, in: chat, text: text)
        guard try commit({ try $0.edit(edit) }) else { return }
        feed.post([chat])
        outbox.request(chat)
    }

    func sendOutbox() async {
        await resume(outbox) { try stored { try $0.chatsWithOutbox() } }
        await outbox.run(pause: pause) { await self.sendOutbox(of: $0, $1) }
    }

    /// Sends what waits in one chat, first in, first out, each until it is taken or refused.
    private func sendOutbox(of chat: ChatID, _ backoff: Backoff) async -> (any Error)? {
        var isMember = true
        return await workThrough(backoff) {
            try stored { try $0.nextToSend(in: chat, withRemovals: isMember) }
        } attempting: { (next: OutboxEntry) in
            switch next {
            case .upload(let file, let copy): try await upload(file, from: copy, in: chat, backoff)
            case .message(let message): try await post(message)
            case .edit(let edit): try await post(edit)
            case .removal(let message): isMember = try await remove(message, in: chat)
            }
        }
    }

    private func post(_ edit: OutgoingEdit) async throws {
        do {
            let accepted = try await service.edit(edit)
            guard accepted.message == edit.message, let accepted = accepted.bounded() else {
                throw ServiceError.responseLost
            }
            try commit { try $0.settleEdit(edit, as: accepted) }
        } catch ServiceError.refused(_, let text) {
            try commit { try $0.refuseEdit(edit, reason: text.cut(toBytes: Limits.reasonBytes)) }
        }
        feed.post([edit.chat])
    }

    /// A removal that is refused will be refused for ever: the server does not have the message, or keeps it. Only where we are
    /// not any more it waits until we are back, with all others, and holds up nothing: then this is false.
    private func remove(_ message: MessageID, in chat: ChatID) async throws -> Bool {
        do {
            try await service.remove(message, in: chat)
        } catch ServiceError.refused(.notMember, _) {
            return false
        } catch ServiceError.refused {}
        try commit { try $0.settleRemoval(of: message, in: chat) }
        return true
    }

    private func post(_ message: OutgoingMessage) async throws {
        do {
            let accepted = try await service.send(message)
            guard let header = try stored({ try $0.chat(message.chat) }) else { return }
            try ingest([ChatUpdate(chat: header, messages: [accepted])])
        } catch ServiceError.refused(.duplicate, _) {
            try accept(message)
        } catch ServiceError.refused(.unknownFile, let text) {
            // Sent once more, the file is brought there first.
            try fail(message.id, in: message.chat, because: text, losingFile: true)
        } catch ServiceError.refused(_, let text) {
            try fail(message.id, in: message.chat, because: text)
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

    func fail(_ message: MessageID, in chat: ChatID, because reason: String, losingFile: Bool = false) throws {
        let reason = reason.cut(toBytes: Limits.reasonBytes)
        try commit { writer in
            try writer.markFailed(message, in: chat, reason: reason)
            if losingFile { _ = try writer.setFile(FileID(""), of: message, in: chat) }
        }
        feed.post([chat])
    }
}
