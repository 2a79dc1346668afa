import ChatSession
import ChatStore
import ChatTypes
import OneThread
import PhoneKit
import RuntimeKit

/// The model controller of one chat. It holds the chat's socket, and emits an event after every change.
final class MessageModelController {
    private let session: Session
    private let queue: MainQueue
    private let router: MessageEventRouter
    private let query: LiveQuery<Int, QueryResult<Timeline?>>
    /// A queue of changes to the chat, in the order in which the user made them.
    private let changes: SerialQueue
    private var chat: ChatModel
    private var hasTyped = false
    private var background: [Work] = []

    init(_ chat: ChatID, _ context: AppContext, router: MessageEventRouter) {
        (session, queue) = (context.session, context.queue)
        (self.router, self.chat) = (router, ChatModel(id: chat))
        query = session.timeline(of: chat, limit: AppContext.pageSize)
        changes = SerialQueue(on: queue)
    }

    func open() {
        background = [
            queue.follow(query) { [weak self] in self?.take($0) },
            queue.follow(session.typingNames(in: chat.id)) { [weak self] in self?.take(typingAuthors: $0) },
            queue.run { [session, chat] in await session.connect(to: chat.id) },
        ]
    }

    func close() {
        for work in background { work.cancel() }
    }

    func setOnTop(_ isOnTop: Bool) {
        session.setTopChat(isOnTop ? chat.id : nil)
    }

    private func take(_ snapshot: QueryResult<Timeline?>) {
        let isFirst = chat.timeline == nil
        chat.take(snapshot)
        chat.unsavedDraft = session.unsavedDrafts[chat.id]
        router.route(isFirst && !hasTyped ? .opened(chat) : .changed(chat))
    }

    private func take(typingAuthors: [String]) {
        guard typingAuthors != chat.typingAuthors else { return }
        chat.typingAuthors = typingAuthors
        router.route(.changed(chat))
    }

    /// Emits the current state of the chat again.
    func emit() {
        router.route(.changed(chat))
    }

    func keepDraft(_ text: String) {
        hasTyped = true
        if !text.isEmpty { session.noteTyping(in: chat.id) }
        change { [session, chat] in try await session.saveDraft(text, in: chat.id) }
    }

    func send(_ text: String) {
        if let fault = TextError(of: text) { return router.route(.failed(chat, fault)) }
        router.route(.sending(chat))
        change { [session, chat] in
            try await session.send(text, to: chat.id)
        } orElse: {
            .failedSending(text, $0, $1)
        }
    }

    func resend(_ message: MessageID) {
        guard chat.timeline?.messages.first(where: { $0.id == message })?.hasFailed == true else { return }
        change { [session, chat] in try await session.resend(message, in: chat.id) }
    }

    func delete(_ message: MessageID) {
        change { [session, chat] in try await session.delete(message, in: chat.id) }
    }

    func edit(_ message: MessageID, to text: String) {
        change { [session, chat] in try await session.edit(message, to: text, in: chat.id) }
    }

    func reply(_ text: String, to message: MessageID) {
        change { [session, chat] in try await session.reply(text, to: message, in: chat.id) }
    }

    func react(_ text: String, to message: MessageID) {
        change { [session, chat] in try await session.react(text, to: message, in: chat.id) }
    }

    func setMuted(_ isMuted: Bool) {
        change { [session, chat] in try await session.setMuted(isMuted, in: chat.id) }
    }

    /// Marks the messages on screen as read.
    func markRead() {
        guard let message = chat.timeline?.newestUnread else { return }
        queue.request { [session, chat] in
            try await session.markRead(chat.id, upTo: message)
        } receive: { _ in
        }
    }

    func loadEarlier() {
        guard let timeline = chat.timeline, timeline.hasEarlier else { return }
        if timeline.hasStoredEarlier { return showEarlier() }
        queue.request { [session, chat] in
            try await session.loadEarlier(in: chat.id)
        } receive: { [weak self] result in
            guard let self else { return }
            if case .failure(let error) = result { router.route(.failed(chat, error)) } else { showEarlier() }
        }
    }

    private func showEarlier() {
        query.setRequest(query.request + AppContext.pageSize)
    }

    private func change<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value,
        orElse event: @escaping (ChatModel, any Error) -> MessageEvent = { .failed($0, $1) }
    ) {
        changes.request(work) { [weak self] result in
            guard let self, case .failure(let error) = result else { return }
            router.route(event(chat, error))
        }
    }
}
