import ChatSession
import ChatStore
import ChatTypes
import OneThread
import PhoneKit
import RuntimeKit
import ScreenKit

/// A chat's view model from the session, which also holds the chat's socket.
final class SessionChat: ChatViewModel {
    let title = Dynamic("")
    let subtitle = Dynamic<String?>(nil)
    let status = Dynamic<String?>(nil)
    let alert = Dynamic<String?>(nil)
    let isMuted = Dynamic(false)
    let typing = Dynamic<String?>(nil)
    let field = Dynamic("")
    let rows = Dynamic<[MessageRow]>([])
    let hasEarlier = Dynamic(false)
    private let chat: ChatID
    private let session: Session
    private let environment: ChatEnvironment
    private let queue: MainQueue
    /// A queue of changes to the chat, in the order in which the user made them.
    private let changes: SerialQueue
    private let query: LiveQuery<Int, QueryResult<Timeline?>>
    private var timeline: Timeline?
    private var hasTyped = false
    private var background: [Work] = []

    init(chat: ChatID, session: Session, environment: ChatEnvironment, queue: MainQueue) {
        (self.chat, self.session, self.environment, self.queue) = (chat, session, environment, queue)
        changes = SerialQueue(on: queue)
        query = session.timeline(of: chat, limit: AppContext.pageSize)
    }

    func start() {
        background = [
            queue.follow(query) { [weak self] in self?.take($0) },
            queue.follow(session.typingNames(in: chat)) { [weak self] in self?.typing.value = typingText(of: $0) },
            queue.run { [session, chat] in await session.connect(to: chat) },
        ]
    }

    func stop() {
        for work in background { work.cancel() }
    }

    func setShown(_ isShown: Bool) {
        session.setTopChat(isShown ? chat : nil)
    }

    /// Marks the messages on screen as read.
    func didShowRows() {
        guard let message = timeline?.newestUnread else { return }
        queue.request { [session, chat] in
            try await session.markRead(chat, upTo: message)
        } receive: { _ in
        }
    }

    func showEarlier() {
        guard let timeline, timeline.hasEarlier else { return }
        guard !timeline.hasStoredEarlier else { return extend() }
        queue.request { [session, chat] in
            try await session.loadEarlier(in: chat)
        } receive: { [weak self] result in
            if case .failure(let error) = result { self?.alert.value = errorText(error) } else { self?.extend() }
        }
    }

    func type(_ text: String) {
        hasTyped = true
        if !text.isEmpty { session.noteTyping(in: chat) }
        change { [session, chat] in try await session.saveDraft(text, in: chat) }
    }

    func send(_ text: String) {
        if let fault = TextError(of: text) {
            alert.value = errorText(fault)
            return
        }
        field.value = ""
        change { [session, chat] in
            try await session.send(text, to: chat)
        } orElse: { [weak self] in
            self?.field.value = text
        }
    }

    func mute(_ isMuted: Bool) {
        change { [session, chat] in
            try await session.setMuted(isMuted, in: chat)
        } orElse: { [weak self] in
            self?.isMuted.value = self?.timeline?.isMuted ?? false
        }
    }

    func select(_ row: MessageRow) {
        guard timeline?.messages.first(where: { $0.id == row.id })?.hasFailed == true else { return }
        change { [session, chat] in try await session.resend(row.id, in: chat) }
    }

    func delete(_ row: MessageRow) {
        change { [session, chat] in try await session.delete(row.id, in: chat) }
    }

    func edit(_ row: MessageRow, to text: String) {
        change { [session, chat] in try await session.edit(row.id, to: text, in: chat) }
    }

    func reply(_ text: String, to row: MessageRow) {
        change { [session, chat] in try await session.reply(text, to: row.id, in: chat) }
    }

    func react(_ text: String, to row: MessageRow) {
        change { [session, chat] in try await session.react(text, to: row.id, in: chat) }
    }

    func timeTextsDidChange() {
        rows.value = timeline?.messages.map(row) ?? []
    }

    private func take(_ result: QueryResult<Timeline?>) {
        status.value = result.status.connection.text
        if let problem = result.status.storageProblem { alert.value = "Cannot save: \(errorText(problem))" }
        do {
            guard let new = try result.content.get() else { return }
            if timeline == nil, !hasTyped { field.value = session.unsavedDrafts[chat] ?? new.draft }
            timeline = new
            title.value = new.contact.name
            subtitle.value = new.group.map(groupText)
            isMuted.value = new.isMuted
            hasEarlier.value = new.hasEarlier
            rows.value = new.messages.map(row)
        } catch {
            alert.value = "Cannot read the history: \(errorText(error))"
        }
    }

    private func row(for message: ChatMessage) -> MessageRow {
        MessageRow(
            id: message.id,
            sender: message.senderName,
            text: previewText(of: message.text, imageCount: message.imageCount, isDeleted: message.isDeleted),
            isEdited: message.isEdited,
            editFailure: message.editFailure,
            answered: message.answered.map(answeredText),
            reactions: message.reactions,
            isMine: message.author == .me,
            time: environment.messageTimeText(for: message.time),
            delivery: message.delivery,
            followsGap: message.followsGap
        )
    }

    private func change<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value,
        orElse undo: @escaping () -> Void = {}
    ) {
        changes.request(work) { [weak self] result in
            guard case .failure(let error) = result else { return }
            undo()
            self?.alert.value = errorText(error)
        }
    }

    private func extend() {
        query.setRequest(query.request + AppContext.pageSize)
    }
}
