import ChatSession
import ChatStore
import ChatTypes
import OneThread
import PhoneKit
import RuntimeKit
import ScreenKit

/// The controller of one chat. It mediates between the chat and its view, and holds the chat's socket.
final class ChatViewController: ViewController {
    private let chat: ChatID
    private let session: Session
    private let environment: ChatEnvironment
    private let queue: MainQueue
    /// A queue of changes to the chat, in the order in which the user made them.
    private let changes: SerialQueue
    private let chatView: ChatView
    private let query: LiveQuery<Int, QueryResult<Timeline?>>
    private var timeline: Timeline?
    private var messages: [ChatMessage] { timeline?.messages ?? [] }
    private var hasTyped = false
    private var background: [Work] = []

    init(chat: ChatID, session: Session, environment: ChatEnvironment, queue: MainQueue) {
        (self.chat, self.session, self.environment) = (chat, session, environment)
        self.queue = queue
        changes = SerialQueue(on: queue)
        chatView = ChatView()
        query = session.timeline(of: chat, limit: AppContext.pageSize)
        super.init(view: chatView)
    }

    override func viewDidLoad() {
        chatView.table.dataSource = self
        chatView.table.delegate = self
        chatView.field.onChange = { [weak self] in self?.keepDraft($0) }
        chatView.sendButton.onTap = { [weak self] in self?.send() }
        chatView.muteSwitch.onChange = { [weak self] in self?.setMuted($0) }
        background = [
            queue.follow(query) { [weak self] in self?.show($0) },
            queue.follow(session.typingNames(in: chat)) { [chatView] in chatView.typing = typingText(of: $0) },
            queue.run { [session, chat] in await session.connect(to: chat) },
        ]
    }

    override func viewDidAppear() {
        session.setTopChat(chat)
    }

    override func viewDidDisappear() {
        session.setTopChat(nil)
    }

    override func didLeaveStack() {
        for work in background { work.cancel() }
    }

    private func show(_ snapshot: QueryResult<Timeline?>) {
        chatView.status = snapshot.status.connection.text
        if let problem = snapshot.status.storageProblem { chatView.alert = "Cannot save: \(errorText(problem))" }
        do {
            guard let new = try snapshot.content.get() else { return }
            if timeline == nil, !hasTyped { chatView.field.text = session.unsavedDrafts[chat] ?? new.draft }
            let old = messages
            timeline = new
            chatView.title = new.contact.name
            chatView.muteSwitch.isOn = new.isMuted
            chatView.subtitle = new.group.map(groupText)
            chatView.table.hasFurtherRows = new.hasEarlier
            chatView.table.reload(from: old, to: messages)
        } catch {
            chatView.alert = "Cannot read the history: \(errorText(error))"
        }
    }

    private func keepDraft(_ text: String) {
        hasTyped = true
        if !text.isEmpty { session.noteTyping(in: chat) }
        change { [session, chat] in try await session.saveDraft(text, in: chat) }
    }

    private func send() {
        let text = chatView.field.text
        if let fault = TextError(of: text) {
            chatView.alert = errorText(fault)
            return
        }
        chatView.field.text = ""
        change { [session, chat] in
            try await session.send(text, to: chat)
        } orElse: { [weak self] in
            self?.chatView.field.text = text
        }
    }

    private func setMuted(_ isMuted: Bool) {
        change { [session, chat] in
            try await session.setMuted(isMuted, in: chat)
        } orElse: { [weak self] in
            guard let self else { return }
            chatView.muteSwitch.isOn = timeline?.isMuted ?? false
        }
    }

    private func change<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value,
        orElse undo: @escaping () -> Void = {}
    ) {
        changes.request(work) { [weak self] result in
            guard case .failure(let error) = result else { return }
            undo()
            self?.chatView.alert = errorText(error)
        }
    }

    private func loadEarlier() {
        queue.request { [session, chat] in
            try await session.loadEarlier(in: chat)
        } receive: { [weak self] result in
            guard let self else { return }
            if case .failure(let error) = result { chatView.alert = errorText(error) } else { showEarlier() }
        }
    }

    private func showEarlier() {
        query.setRequest(query.request + AppContext.pageSize)
    }
}

extension ChatViewController: TableViewDataSource {
    func numberOfRows(in table: TableView<MessageCell>) -> Int { messages.count }

    func cell(forRow row: Int, in table: TableView<MessageCell>) -> MessageCell {
        let message = messages[row]
        return MessageCell(
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
}

extension ChatViewController: TableViewDelegate {
    /// Marks the messages on screen as read.
    func table(_ table: TableView<MessageCell>, didShow rows: Range<Int>) {
        guard let message = timeline?.newestUnread else { return }
        queue.request { [session, chat] in
            try await session.markRead(chat, upTo: message)
        } receive: { _ in
        }
    }

    func table(_ table: TableView<MessageCell>, didPerform action: RowAction, on row: Int) {
        let message = messages[row]
        switch action {
        case .select:
            if message.hasFailed { change { [session, chat] in try await session.resend(message.id, in: chat) } }
        case .delete: change { [session, chat] in try await session.delete(message.id, in: chat) }
        case .edit(let text): change { [session, chat] in try await session.edit(message.id, to: text, in: chat) }
        case .reply(let text): change { [session, chat] in try await session.reply(text, to: message.id, in: chat) }
        case .react(let text): change { [session, chat] in try await session.react(text, to: message.id, in: chat) }
        }
    }

    func tableDidReachEnd(_ table: TableView<MessageCell>) {
        guard let timeline, timeline.hasEarlier else { return }
        if timeline.hasStoredEarlier { showEarlier() } else { loadEarlier() }
    }
}

extension ChatViewController: TimeShowing {
    func timeTextsDidChange() { chatView.table.reloadData() }
}
