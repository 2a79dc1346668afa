import ChatStore
import ChatTypes
import RuntimeKit
import Transport

/// The id of a queued message, or why it was not queued.
typealias SendOutcome = Result<MessageID, SessionError>

/// Commits what the user sends, edits, deletes, reacts with and votes for, and sends it in order.
struct Outbox: Sendable {
    private let context: SessionContext
    private let inbox: Inbox
    private let notifier: Notifier
    private let progress: TransferProgress
    private let uploader: FileUploader
    private let keyFailures = KeyFailures()

    private var history: History { context.history }

    init(_ context: SessionContext, inbox: Inbox, notifier: Notifier, progress: TransferProgress) {
        (self.context, self.inbox, self.notifier, self.progress) = (context, inbox, notifier, progress)
        uploader = FileUploader(context, progress: progress)
    }

    /// Commits a message, which may answer another, and empties the chat's draft, or its thread's; if `isTypedElsewhere`, only a draft of the
    /// same text. An answer stays in the thread of the answered message.
    ///
    /// Throws a `TextError`, `SessionError.unknownChat`, `notJoined` for an invitation, or a `StorageProblem`; then the draft stays, too.
    func send(
        _ text: String,
        replyingTo answered: MessageID? = nil,
        inThread root: MessageID? = nil,
        to chat: ChatID,
        isTypedElsewhere: Bool
    ) async throws -> MessageID {
        if let error = TextError(of: text) { throw error }
        let message = TypedText.read(text, withMarkdown: context.readsMarkdown)
        try await check(message, in: chat)
        let outcome = try await history.commit { [environment = context.environment] writer in
            if let objection = try writer.objection(toWritingIn: chat) { return SendOutcome.failure(objection) }
            try writer.endDraft(text, inThread: root, of: chat, isTypedElsewhere: isTypedElsewhere)
            if let answered { try writer.endDraft(of: .reply(to: answered), in: chat) }
            let known = try answered.flatMap { answered in try writer.read { try $0.thread(of: answered, in: chat) } }
            let thread = root ?? known
            return .success(
                try writer.enqueue(message, replyingTo: answered, inThread: thread, to: chat, in: environment)
            )
        }
        let id = try outcome.get()
        noteWork(on: id, in: chat)
        return id
    }

    /// Commits a message as it is, with a file that the server has, and leaves the drafts.
    ///
    /// Throws a `TextError`, `SessionError.unknownChat`, `notJoined` or a `StorageProblem`.
    func forward(_ text: FormattedText, carrying file: AttachedFile?, to chat: ChatID) async throws -> MessageID {
        if let error = TextError(of: text.text), file == nil || error != .empty { throw error }
        try await check(text, in: chat)
        let outcome = try await history.commit { [environment = context.environment] writer in
            if let objection = try writer.objection(toWritingIn: chat) { return SendOutcome.failure(objection) }
            return .success(try writer.enqueue(text, carrying: file, to: chat, in: environment))
        }
        let id = try outcome.get()
        noteWork(on: id, in: chat)
        return id
    }

    /// Queues a failed message again, behind all that wait. One that waits is tried at once, even if the server asked for a long pause.
    /// Throws a `StorageProblem`.
    func resend(_ message: MessageID, in chat: ChatID) async throws {
        let now = context.environment.now()
        if try await history.commit({ try $0.requeue(message, in: chat, at: now) }) {
            noteWork(on: message, in: chat)
        } else {
            context.queues.outbox.request(chat)
        }
    }

    /// Sends the failed messages of a chat again, in their order and behind all that wait, and ends the wait for the next attempt. Throws a
    /// `StorageProblem`.
    func resendAll(in chat: ChatID) async throws {
        let now = context.environment.now()
        let failed = try await history.commit { writer in
            let failed = try writer.read { try $0.failedMessages(in: chat) }
            for message in failed { _ = try writer.requeue(message, in: chat, at: now) }
            return failed
        }
        for message in failed { history.feed.post(message, in: chat) }
        context.queues.outbox.request(chat)
    }

    /// Deletes one of the user's messages; ignores other messages. Throws a `StorageProblem`.
    func delete(_ message: MessageID, in chat: ChatID) async throws {
        guard try await history.commit({ try $0.annotate(.deletion(of: message, in: chat)) }) else { return }
        noteWork(on: message, in: chat)
    }

    /// Edits one of the user's messages; ignores other and deleted messages. Throws a `TextError` or a `StorageProblem`.
    func edit(_ message: MessageID, to text: String, in chat: ChatID) async throws {
        if let error = TextError(of: text) { throw error }
        let typed = TypedText.read(text, withMarkdown: context.readsMarkdown)
        try await check(typed, in: chat)
        let id = context.environment.makeMessageID()
        let isChange = try await history.commit { writer in
            try writer.endDraft(of: .edit(of: message), in: chat)
            // An emote stays one.
            let isEmote = try writer.read { try $0.text(of: message, in: chat)?.isEmote ?? false }
            let new = isEmote && !typed.isEmote ? TypedText.emote(typed) : typed
            let kind = Annotation.Kind.edit(text: new.text, spans: new.spans)
            return try writer.annotate(OutgoingAnnotation(id: id, of: message, in: chat, kind: kind))
        }
        if isChange { noteWork(on: message, in: chat) }
    }

    /// Sets or removes the user's reaction to a message; nil removes it if it is set, and else sets it. Does nothing to a deleted message.
    /// Throws a `TextError` or a `StorageProblem`.
    func react(_ text: String, to message: MessageID, in chat: ChatID, isSet: Bool? = nil) async throws {
        let text = try ReactionText.accepting(text)
        let id = context.environment.makeMessageID()
        let isChange = try await history.commit { writer in
            let isSet = try isSet ?? !writer.hasReacted(text, to: message, in: chat)
            let kind = Annotation.Kind.reaction(text: text, isSet: isSet)
            return try writer.annotate(OutgoingAnnotation(id: id, of: message, in: chat, kind: kind))
        }
        if isChange { noteWork(on: message, in: chat) }
    }

    /// Commits a message that asks a poll. Throws as `send`.
    func ask(_ poll: Poll, inThread root: MessageID?, in chat: ChatID) async throws -> MessageID {
        let outcome = try await history.commit { [environment = context.environment] writer in
            if let objection = try writer.objection(toWritingIn: chat) { return SendOutcome.failure(objection) }
            let text = FormattedText(poll.text)
            return .success(try writer.enqueue(text, asking: poll, inThread: root, to: chat, in: environment))
        }
        let id = try outcome.get()
        noteWork(on: id, in: chat)
        return id
    }

    /// Sets the user's vote in a poll to the answers at some indices, none to take it back. Does nothing to what is no open poll, and for
    /// answers that it does not have. Throws a `StorageProblem`.
    func vote(_ answers: [Int], in message: MessageID, of chat: ChatID) async throws {
        try await annotate(message, in: chat) { reader in
            guard let poll = try reader.poll(of: message, in: chat), answers.allSatisfy(poll.answers.indices.contains)
            else { return nil }
            return .vote(answers: answers.map { poll.answers[$0].id })
        }
    }

    /// Ends one of the user's polls that was sent; ignores any other message. Throws a `StorageProblem`.
    func endPoll(_ message: MessageID, in chat: ChatID) async throws {
        try await annotate(message, in: chat) { _ in .pollEnd }
    }

    private func annotate(
        _ message: MessageID,
        in chat: ChatID,
        _ make: @escaping @Sendable (borrowing ChatReader) throws -> Annotation.Kind?
    ) async throws {
        let id = context.environment.makeMessageID()
        let isChange = try await history.commit { writer in
            guard let kind = try writer.read(make) else { return false }
            return try writer.annotate(OutgoingAnnotation(id: id, of: message, in: chat, kind: kind))
        }
        if isChange { noteWork(on: message, in: chat) }
    }

    private func noteWork(on message: MessageID, in chat: ChatID) {
        history.feed.post(message, in: chat)
        context.queues.outbox.request(chat)
    }

    /// Sends until the caller's task is cancelled.
    func run() async {
        await context.queues.outbox.run {
            try await history.read { try $0.chatsWithOutbox() }
        } _: {
            await sendAll(in: $0, $1)
        }
    }

    /// Sends what waits in a chat, first in, first out, each entry until the server accepts or refuses it.
    private func sendAll(in chat: ChatID, _ backoff: Backoff) async -> (any Error)? {
        var isMember = true
        let failure = await backoff.attemptAll {
            try await history.read { [isMember] in try $0.nextToSend(in: chat, withDeletions: isMember) }
        } attempting: { (next: OutboxEntry) in
            switch next {
            case .upload(let file, let copy): try await upload(file, from: copy, in: chat, backoff)
            case .message(let message): try await send(message)
            case .annotation(let annotation) where annotation.kind.reaction != nil: try await send(reaction: annotation)
            case .annotation(let annotation): isMember = try await send(annotation)
            }
        }
        if keyFailures.note(failure, in: chat) {
            await tell(in: chat) { [now = context.environment.now] in ChatNotification(chat: $0, lackingKeysAt: now()) }
        }
        switch failure as? ServiceError {
        // A sync tells at once that the login has ended.
        case .unauthorized: context.queues.requestSync()
        case .tryAgain(let pause) where pause > RetryPause.longestUntold:
            await tell(in: chat) { [now = context.environment.now] in
                ChatNotification(chat: $0, waiting: pause, at: now())
            }
        default: break
        }
        return failure
    }

    /// Posts a notification about a chat, unless it cannot be read.
    private func tell(in chat: ChatID, _ make: (ChatHeader) -> ChatNotification) async {
        guard let header = try? await history.read({ try $0.chat(chat) }) else { return }
        notifier.post(make(header))
    }

    /// Uploads a message's file as often as necessary, and commits the file's id before the message is sent.
    private func upload(_ file: OutgoingFile, from copy: String?, in chat: ChatID, _ backoff: Backoff) async throws {
        // Ends when the result is committed: a file that has arrived must not show as waiting.
        defer { if let copy { progress.end(copy, in: chat) } }
        do {
            let id = try await uploader.upload(file, from: copy, in: chat, backoff)
            try await history.commit { _ = try $0.setFile(id, of: file.id, in: chat) }
        } catch ServiceError.refused(_, let text) {
            try await fail(file.id, in: chat, reason: text)
        } catch let error as FileError {
            try await fail(file.id, in: chat, reason: error.description)
        } catch is TransferCancelled {
            // The message was deleted, so another entry is next.
        }
    }

    private func send(_ message: OutgoingMessage) async throws {
        do {
            let accepted = try await context.service.withTimeLimit { try await $0.send(message) }
            try await inbox.receive(in: message.chat) { ChatUpdate(chat: $0, messages: [accepted]) }
        } catch ServiceError.refused(.duplicate, _) {
            try await markAccepted(message)
        } catch ServiceError.refused(.unknownFile, let text) {
            // Resending uploads the file again.
            try await fail(message.id, in: message.chat, reason: text, losingFile: true)
        } catch ServiceError.refused(_, let text) {
            try await fail(message.id, in: message.chat, reason: text)
        }
    }

    /// Marks a message as sent that the server has already. A sync or a page of history brings its position.
    private func markAccepted(_ message: OutgoingMessage) async throws {
        try await history.commit { try $0.markAccepted(message.id, in: message.chat) }
        history.feed.post(message.id, in: message.chat)
        context.queues.requestSync()
        context.queues.backfill.request(message.chat)
    }

    /// Sends a reaction, unless the user has changed their mind.
    private func send(reaction: OutgoingAnnotation) async throws {
        guard let isFirst = try await history.commit({ try $0.beginAttempt(at: reaction) }) else { return }
        do { _ = try await send(reaction) } catch ServiceError.unreachable where isFirst {
            // It did not arrive, so it can still be taken back without a request.
            try await history.commit { try $0.forgetAttempt(at: reaction) }
            throw ServiceError.unreachable
        }
    }

    /// Sends an annotation until the server accepts or refuses it.
    ///
    /// Returns false for a deletion where the user is not a member: it waits there until the user is back, and holds nothing up.
    private func send(_ annotation: OutgoingAnnotation) async throws -> Bool {
        do {
            let accepted = try await context.service.withTimeLimit { try await $0.annotate(annotation) }
            guard accepted.message == annotation.message, let accepted = accepted.bounded() else {
                throw ServiceError.responseLost
            }
            try await history.commit { try $0.confirm(annotation, as: accepted) }
        } catch ServiceError.refused(.notMember, _) where annotation.kind == .deletion {
            return false
        } catch ServiceError.refused(_, let text) {
            let reason = text.cut(toBytes: Limits.reasonBytes)
            try await history.commit { try $0.refuse(annotation, reason: reason) }
            if let edited = annotation.kind.text {
                await tell(in: annotation.chat) { [now = context.environment.now] in
                    let edited = edited.cut(toBytes: Limits.reasonBytes)
                    return ChatNotification(chat: $0, notEdited: edited, reason: reason, id: annotation.id, at: now())
                }
            }
        }
        history.feed.post(annotation.message, in: annotation.chat)
        return true
    }

    private func fail(
        _ message: MessageID,
        in chat: ChatID,
        reason: String,
        losingFile: Bool = false
    ) async throws {
        let reason = reason.cut(toBytes: Limits.reasonBytes)
        try await history.commit { writer in
            try writer.markFailed(message, in: chat, reason: reason)
            if losingFile { _ = try writer.setFile(FileID(""), of: message, in: chat) }
        }
        history.feed.post(message, in: chat)
        let text = try? await history.read { try $0.text(of: message, in: chat)?.preview }
        await tell(in: chat) { [now = context.environment.now] in
            let text = (text ?? "").cut(toBytes: Limits.reasonBytes)
            return ChatNotification(chat: $0, failed: text, reason: reason, id: message, at: now())
        }
    }

    /// Throws `TextError.tooLong` for a text that the server would refuse in a chat.
    private func check(_ text: FormattedText, in chat: ChatID) async throws {
        let excess = await context.service.excess(of: text, in: chat)
        let bytes = text.text.utf8.count
        if excess > 0 { throw TextError.tooLong(bytes: bytes, limit: max(0, bytes - excess)) }
    }
}

/// The attempts in each chat that failed because keys could not be shared, since the last one that succeeded.
private final class KeyFailures: Sendable {
    /// The attempts after which the user is told, a few seconds after the first.
    private static let told = 4

    private let counts = InterleavingMutex<[ChatID: Int]>([:])

    /// Records how an attempt ended. Returns whether the user is to be told of its failure: once, until a message is sent. Failures of
    /// another kind, such as those of the network, neither count nor begin the count again.
    func note(_ failure: (any Error)?, in chat: ChatID) -> Bool {
        counts.withLock { counts in
            guard let failure else {
                counts[chat] = nil
                return false
            }
            guard failure as? ServiceError == .keysNotShared else { return false }
            counts[chat, default: 0] += 1
            return counts[chat] == Self.told
        }
    }
}

extension ChatWriter {
    /// Returns the reason why nothing can be written in a chat: it does not exist, or the user has not accepted the invitation to it.
    func objection(toWritingIn chat: ChatID) throws -> SessionError? {
        guard let state = try read({ try $0.standing(in: chat) })?.state else { return .unknownChat }
        return state.isInvitation ? .notJoined(state.text ?? "") : nil
    }

    /// Empties the draft of a chat or of a thread, or only one of the same text.
    func endDraft(_ text: String, inThread root: MessageID?, of chat: ChatID, isTypedElsewhere: Bool) throws {
        switch (root, isTypedElsewhere) {
        case (nil, true): try dropDraft(text, in: chat)
        case (nil, false): try setDraft("", in: chat)
        case (let root?, true): try dropDraft(text, ofThread: root, in: chat)
        case (let root?, false): try setDraft("", of: .thread(root), in: chat)
        }
    }

    /// Queues a message under a new id. Draws another id if the chat has a message with that id.
    func enqueue(
        _ text: FormattedText,
        carrying attachment: AttachedFile? = nil,
        asking poll: Poll? = nil,
        replyingTo answered: MessageID? = nil,
        inThread root: MessageID? = nil,
        to chat: ChatID,
        in environment: ChatEnvironment
    ) throws -> MessageID {
        var message: OutgoingMessage
        repeat {
            message = OutgoingMessage(
                id: environment.makeMessageID(),
                chat: chat,
                text: text.text,
                spans: text.spans,
                attachment: attachment,
                poll: poll,
                repliesTo: answered,
                thread: root
            )
        } while try !enqueue(message, at: environment.now())
        return message.id
    }
}
