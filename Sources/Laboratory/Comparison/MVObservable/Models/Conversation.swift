import ChatSession
import ChatStore
import ChatTypes
import Observation
import OneThread
import PhoneKit
import RuntimeKit

/// One chat, with the text typed there.
@Observable final class Conversation {
    private(set) var timeline: Timeline?
    /// The names of the members who are typing.
    private(set) var typingAuthors: [String] = []
    private(set) var draft = ""
    private(set) var connection: Connection?
    private(set) var problem: Problem?
    private let chat: ChatID
    private let session: Session
    private let queue: MainQueue
    /// A queue of changes to the chat, in the order in which the user made them.
    private let changes: SerialQueue
    private let query: LiveQuery<Int, QueryResult<Timeline?>>
    @ObservationIgnored private var hasTyped = false
    @ObservationIgnored private var background: [Work] = []

    init(_ chat: ChatID, session: Session, queue: MainQueue) {
        (self.chat, self.session, self.queue) = (chat, session, queue)
        changes = SerialQueue(on: queue)
        query = session.timeline(of: chat, limit: AppContext.pageSize)
        background = [
            queue.follow(query) { [weak self] in self?.take($0) },
            queue.follow(session.typingNames(in: chat)) { [weak self] in self?.typingAuthors = $0 },
            queue.run { await session.connect(to: chat) },
        ]
    }

    /// Reports that the chat is on top, or not any more.
    func setShown(_ isShown: Bool) {
        session.setTopChat(isShown ? chat : nil)
    }

    /// Ends the chat's background work when the user leaves it.
    func close() {
        for work in background { work.cancel() }
    }

    func type(_ text: String) {
        (draft, hasTyped) = (text, true)
        if !text.isEmpty { session.noteTyping(in: chat) }
        change { [session, chat] in try await session.saveDraft(text, in: chat) }
    }

    func send() {
        let text = draft
        if let fault = TextError(of: text) {
            problem = .doing(fault)
            return
        }
        draft = ""
        change { [session, chat] in
            try await session.send(text, to: chat)
        } orElse: { [weak self] in
            self?.draft = text
        }
    }

    func delete(_ message: MessageID) {
        change { [session, chat] in try await session.delete(message, in: chat) }
    }

    func edit(_ message: MessageID, to text: String) {
        change { [session, chat] in try await session.edit(message, to: text, in: chat) }
    }

    func reply(_ text: String, to message: MessageID) {
        change { [session, chat] in try await session.reply(text, to: message, in: chat) }
    }

    func react(_ text: String, to message: MessageID) {
        change { [session, chat] in try await session.react(text, to: message, in: chat) }
    }

    func setMuted(_ isMuted: Bool) {
        change { [session, chat] in try await session.setMuted(isMuted, in: chat) }
    }

    /// Resends a message. Does nothing unless sending failed.
    func resend(_ message: MessageID) {
        change { [session, chat] in try await session.resend(message, in: chat) }
    }

    /// Shows earlier messages: stored ones at once, others after loading them.
    func showEarlier() {
        guard let timeline, timeline.hasEarlier else { return }
        if timeline.hasStoredEarlier { return query.setRequest(query.request + AppContext.pageSize) }
        queue.request { [session, chat] in
            try await session.loadEarlier(in: chat)
        } receive: { [weak self] result in
            guard let self else { return }
            switch result {
            case .success: query.setRequest(query.request + AppContext.pageSize)
            case .failure(let error): problem = .doing(error)
            }
        }
    }

    /// Marks new messages as read. The session ignores this unless the user is looking.
    private func markRead() {
        guard let message = timeline?.newestUnread else { return }
        queue.run { [session, chat] in _ = try? await session.markRead(chat, upTo: message) }
    }

    private func take(_ snapshot: QueryResult<Timeline?>) {
        connection = snapshot.status.connection
        if let error = snapshot.status.storageProblem { problem = .saving(error) }
        do {
            guard let new = try snapshot.content.get() else { return }
            if timeline == nil, !hasTyped { draft = session.unsavedDrafts[chat] ?? new.draft }
            timeline = new
            markRead()
        } catch {
            problem = .reading(error)
        }
    }

    private func change<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value,
        orElse undo: @escaping () -> Void = {}
    ) {
        changes.request(work) { [weak self] result in
            guard case .failure(let error) = result else { return }
            undo()
            self?.problem = .doing(error)
        }
    }
}
