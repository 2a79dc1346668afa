import ChatSession
import ChatStore
import ChatTypes
import OneThread
import PhoneKit
import RuntimeKit
import ScreenKit

/// The presenter of a chat. It decides what the chat shows and what a touch does, and holds the chat's socket.
final class ChatPresenter {
    weak var view: (any ChatViewing)?
    private let chat: ChatID
    private let session: Session
    private let environment: ChatEnvironment
    private let pageSize: Int
    private let queue: MainQueue
    /// A queue of changes to the chat, in the order in which the user made them.
    private let changes: SerialQueue
    private let query: LiveQuery<Int, QueryResult<Timeline?>>
    private var timeline: Timeline?
    private var messages: [ChatMessage] { timeline?.messages ?? [] }
    private var hasTyped = false
    private var background: [Work] = []

    init(chat: ChatID, session: Session, environment: ChatEnvironment, pageSize: Int, queue: MainQueue) {
        (self.chat, self.session, self.environment) = (chat, session, environment)
        (self.pageSize, self.queue) = (pageSize, queue)
        changes = SerialQueue(on: queue)
        query = session.timeline(of: chat, limit: pageSize)
    }

    func viewDidLoad() {
        background = [
            queue.follow(query) { [weak self] in self?.present($0) },
            queue.follow(session.typingNames(in: chat)) { [weak self] in self?.view?.show(typing: typingText(of: $0)) },
            queue.run { [session, chat] in await session.connect(to: chat) },
        ]
    }

    func viewDidAppear() {
        session.setTopChat(chat)
    }

    func viewDidDisappear() {
        session.setTopChat(nil)
    }

    func didLeave() {
        for work in background { work.cancel() }
    }

    var rowCount: Int { messages.count }

    /// Returns the content of a visible row.
    func row(at index: Int) -> MessageRow {
        let message = messages[index]
        return MessageRow(
            id: message.id.rawValue,
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

    /// Marks the messages on screen as read.
    func didShowRows() {
        guard let message = timeline?.newestUnread else { return }
        queue.request { [session, chat] in
            try await session.markRead(chat, upTo: message)
        } receive: { _ in
        }
    }

    func didSelect(_ row: Int) {
        let message = messages[row]
        guard message.hasFailed else { return }
        change { [session, chat] in try await session.resend(message.id, in: chat) }
    }

    func didDelete(_ row: Int) {
        change { [session, chat, id = messages[row].id] in try await session.delete(id, in: chat) }
    }

    func didEdit(_ row: Int, to text: String) {
        change { [session, chat, id = messages[row].id] in try await session.edit(id, to: text, in: chat) }
    }

    func didReply(to row: Int, with text: String) {
        change { [session, chat, id = messages[row].id] in try await session.reply(text, to: id, in: chat) }
    }

    func didReact(to row: Int, with text: String) {
        change { [session, chat, id = messages[row].id] in try await session.react(text, to: id, in: chat) }
    }

    func didReachEnd() {
        guard let timeline, timeline.hasEarlier else { return }
        if timeline.hasStoredEarlier { showEarlier() } else { loadEarlier() }
    }

    func didType(_ text: String) {
        hasTyped = true
        if !text.isEmpty { session.noteTyping(in: chat) }
        change { [session, chat] in try await session.saveDraft(text, in: chat) }
    }

    func didTapSend(_ text: String) {
        if let fault = TextError(of: text) {
            view?.show(alert: errorText(fault))
            return
        }
        view?.show(draft: "")
        change { [session, chat] in
            try await session.send(text, to: chat)
        } orElse: { [weak self] in
            self?.view?.show(draft: text)
        }
    }

    func didSwitchMute(to isMuted: Bool) {
        change { [session, chat] in
            try await session.setMuted(isMuted, in: chat)
        } orElse: { [weak self] in
            guard let self else { return }
            view?.show(isMuted: timeline?.isMuted ?? false)
        }
    }

    private func present(_ snapshot: QueryResult<Timeline?>) {
        view?.show(status: snapshot.status.connection.text)
        if let problem = snapshot.status.storageProblem { view?.show(alert: "Cannot save: \(errorText(problem))") }
        do {
            guard let new = try snapshot.content.get() else { return }
            if timeline == nil, !hasTyped { view?.show(draft: session.unsavedDrafts[chat] ?? new.draft) }
            let old = messages
            timeline = new
            view?.show(title: new.contact.name)
            view?.show(subtitle: new.group.map(groupText))
            view?.show(isMuted: new.isMuted)
            view?.showRows(from: old, to: messages, hasEarlier: new.hasEarlier)
        } catch {
            view?.show(alert: "Cannot read the history: \(errorText(error))")
        }
    }

    private func change<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value,
        orElse undo: @escaping () -> Void = {}
    ) {
        changes.request(work) { [weak self] result in
            guard case .failure(let error) = result else { return }
            undo()
            self?.view?.show(alert: errorText(error))
        }
    }

    private func loadEarlier() {
        queue.request { [session, chat] in
            try await session.loadEarlier(in: chat)
        } receive: { [weak self] result in
            guard let self else { return }
            if case .failure(let error) = result { view?.show(alert: errorText(error)) } else { showEarlier() }
        }
    }

    private func showEarlier() {
        query.setRequest(query.request + pageSize)
    }
}
