import ChatStore
import ChatTypes
import RuntimeKit
import Synchronization

/// Copies the files that the user sends, and commits a message for each: in order within a chat, a few chats at a time.
final class FileCopier: Sendable {
    /// The file to send and what is sent with it.
    private struct Content: Sendable {
        /// A path, or with `isCopy` the name of another file in the folder.
        let source: String
        var isCopy = false
        let name: String
        let type: String
        let caption: FormattedText
        /// The caption as it was typed, which is no draft any more; empty for one that was not.
        var typed = ""
        var answered: MessageID?
        var thread: MessageID?
    }

    private final class Request: Sendable {
        let content: Content
        let completion: Completion
        private let result: ResultBox

        init(_ content: Content, result: ResultBox, completion: Completion) {
            (self.content, self.result, self.completion) = (content, result, completion)
        }

        func finish(_ outcome: Result<MessageID, any Error>) {
            result.value.withLock { $0 = outcome }
            completion.finish()
        }
    }

    /// The result of a request, for the task that waits; nil while it is unknown.
    private final class ResultBox: Sendable {
        let value = Mutex<Result<MessageID, any Error>?>(nil)
    }

    private let context: SessionContext
    /// Requests by chat; nil once `run()` has ended.
    private let waiting = InterleavingMutex<[ChatID: [Request]]?>([:])

    init(_ context: SessionContext) {
        self.context = context
    }

    /// Has `run()` copy a file and commit its message, which may answer another or be in a thread, and returns the message's id. An answer
    /// stays in the thread of the answered message.
    ///
    /// Throws a `CancellationError` if the caller's task is cancelled or `run()` ends; a cancelled caller's file is sent all the
    /// same.
    func send(
        fileAt path: String,
        text: String,
        replyingTo answered: MessageID? = nil,
        inThread root: MessageID? = nil,
        to chat: ChatID
    ) async throws -> MessageID {
        if let error = TextError(of: text), error != .empty { throw error }
        let name = FileName.harmless(path)
        let caption = TypedText.read(
            text.allSatisfy(\.isWhitespace) ? "" : text,
            withMarkdown: context.readsMarkdown
        )
        let content = Content(
            source: path,
            name: name,
            type: MediaType.ofFile(named: name),
            caption: caption,
            typed: text,
            answered: answered,
            thread: root
        )
        return try await send(content, to: chat)
    }

    /// Has `run()` copy a file of the folder, and commits its message likewise.
    func send(copy name: String, of file: AttachedFile, _ caption: FormattedText, to chat: ChatID) async throws
        -> MessageID
    {
        try await send(
            Content(source: name, isCopy: true, name: file.name, type: file.type, caption: caption),
            to: chat
        )
    }

    private func send(_ content: Content, to chat: ChatID) async throws -> MessageID {
        let result = ResultBox()
        await Completion.wait { completion in
            let request = Request(content, result: result, completion: completion)
            waiting.withLock { $0?[chat, default: []].append(request) }
            context.queues.copies.request(chat)
        }
        guard let outcome = result.value.withLock({ $0 }) else { throw CancellationError() }
        return try outcome.get()
    }

    /// Copies files until the caller's task is cancelled. Requests that wait then, or come later, are dropped.
    func run() async {
        await context.queues.copies.run { chat, _ in
            while !Task.isCancelled, let request = self.next(in: chat) {
                do { request.finish(.success(try await self.copy(request.content, to: chat))) } catch {
                    request.finish(.failure(error))
                }
            }
            return nil
        }
        let dropped = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        // Released outside the lock, since waiting tasks go on then.
        withExtendedLifetime(dropped) {}
    }

    private func next(in chat: ChatID) -> Request? {
        waiting.withLock { waiting in
            guard let request = waiting?[chat]?.first else { return nil }
            waiting?[chat]?.removeFirst()
            if waiting?[chat]?.isEmpty == true { waiting?[chat] = nil }
            return request
        }
    }

    private func copy(_ content: Content, to chat: ChatID) async throws -> MessageID {
        let (environment, history) = (context.environment, context.history)
        guard try await history.read({ try $0.chat(chat) }) != nil else { throw SessionError.unknownChat }
        let (source, local) = (content.source, environment.makeLocalName(for: content.name))
        let copy =
            content.isCopy
            ? try await CopiedFile(ofCopy: source, as: local, in: history.files)
            : try await CopiedFile(of: source, as: local, in: history.files)
        do {
            let id = try await enqueue(copy, content, in: chat)
            history.feed.post(id, in: chat)
            context.queues.outbox.request(chat)
            return id
        } catch {
            try? history.files.remove(copy.name)
            throw error
        }
    }

    private func enqueue(_ copy: CopiedFile, _ content: Content, in chat: ChatID) async throws -> MessageID {
        let (text, answered, root) = (content.typed, content.answered, content.thread)
        let attachment = AttachedFile(
            id: FileID(""),
            name: content.name,
            type: content.type,
            byteCount: copy.byteCount,
            pixels: copy.pixels
        )
        let outcome = try await context.history.commit { [environment = context.environment] writer in
            if let objection = try writer.objection(toWritingIn: chat) { return SendOutcome.failure(objection) }
            // A draft that changed during the copy stays.
            if !text.isEmpty { try writer.endDraft(text, inThread: root, of: chat, isTypedElsewhere: true) }
            let known = try answered.flatMap { answered in try writer.read { try $0.thread(of: answered, in: chat) } }
            let id = try writer.enqueue(
                content.caption,
                carrying: attachment,
                replyingTo: answered,
                inThread: root ?? known,
                to: chat,
                in: environment
            )
            try writer.recordCopy(copy.name, digest: copy.digest, of: id, in: chat)
            return .success(id)
        }
        return try outcome.get()
    }
}
