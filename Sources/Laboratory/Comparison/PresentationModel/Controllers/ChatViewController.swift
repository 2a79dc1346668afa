import ChatSession
import ChatStore
import ChatTypes
import OneThread
import PhoneKit
import RuntimeKit

/// The controller of a chat. It makes the requests that its presentation needs, draws the presentation, and holds the
/// chat's socket.
final class ChatViewController: ViewController {
    private let chat: ChatID
    private let session: Session
    private let queue: MainQueue
    /// A queue of changes to the chat, in the order in which the user made them.
    private let changes: SerialQueue
    private let chatView: ChatView
    private let query: LiveQuery<Int, QueryResult<Timeline?>>
    private var presentation: ChatPresentation
    private var background: [Work] = []

    init(chat: ChatID, session: Session, environment: ChatEnvironment, queue: MainQueue) {
        (self.chat, self.session, self.queue) = (chat, session, queue)
        changes = SerialQueue(on: queue)
        chatView = ChatView()
        presentation = ChatPresentation(pageSize: AppContext.pageSize, environment: environment)
        query = session.timeline(of: chat, limit: presentation.limit)
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
            queue.follow(session.typingNames(in: chat)) { [weak self] in self?.show(typingAuthors: $0) },
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

    private func redraw() {
        chatView.title = presentation.title
        chatView.subtitle = presentation.subtitle
        chatView.status = presentation.status
        chatView.alert = presentation.alert
        chatView.field.text = presentation.draft
        chatView.muteSwitch.isOn = presentation.isMuted
        chatView.typing = presentation.typing
    }

    private func show(_ snapshot: QueryResult<Timeline?>) {
        let old = presentation.rows
        presentation.take(snapshot, unsavedDraft: session.unsavedDrafts[chat])
        redraw()
        chatView.table.hasFurtherRows = presentation.earlier != nil
        chatView.table.reload(from: old, to: presentation.rows)
    }

    private func show(typingAuthors: [String]) {
        presentation.typingAuthors = typingAuthors
        redraw()
    }

    private func keepDraft(_ text: String) {
        if !text.isEmpty { session.noteTyping(in: chat) }
        presentation.draft = text
        change { [session, chat] in try await session.saveDraft(text, in: chat) }
    }

    private func send() {
        let text = presentation.submit()
        redraw()
        guard let text else { return }
        change(restoring: text) { [session, chat] in try await session.send(text, to: chat) }
    }

    private func setMuted(_ isMuted: Bool) {
        change { [session, chat] in try await session.setMuted(isMuted, in: chat) }
    }

    private func change<Value: Sendable>(
        restoring text: String? = nil,
        _ work: @escaping @Sendable () async throws -> Value
    ) {
        changes.request(work) { [weak self] result in
            if case .failure(let error) = result { self?.fail(with: error, restoring: text) }
        }
    }

    private func fail(with error: any Error, restoring text: String? = nil) {
        presentation.fail(with: error, restoring: text)
        redraw()
    }

    private func loadEarlier() {
        queue.request { [session, chat] in
            try await session.loadEarlier(in: chat)
        } receive: { [weak self] result in
            if case .failure(let error) = result { self?.fail(with: error) } else { self?.showEarlier() }
        }
    }

    private func showEarlier() {
        presentation.showEarlier()
        query.setRequest(presentation.limit)
    }
}

extension ChatViewController: TableViewDataSource {
    func numberOfRows(in table: TableView<MessageCell>) -> Int { presentation.rows.count }

    func cell(forRow row: Int, in table: TableView<MessageCell>) -> MessageCell {
        let presentable = presentation.rows[row]
        return MessageCell(
            id: presentable.id.rawValue,
            sender: presentable.sender,
            text: presentable.text,
            isEdited: presentable.isEdited,
            editFailure: presentable.editFailure,
            answered: presentable.answered,
            reactions: presentable.reactions,
            isMine: presentable.isMine,
            time: presentable.time,
            delivery: presentable.delivery,
            followsGap: presentable.followsGap
        )
    }
}

extension ChatViewController: TableViewDelegate {
    /// Marks the messages on screen as read.
    func table(_ table: TableView<MessageCell>, didShow rows: Range<Int>) {
        guard let message = presentation.newestUnread else { return }
        queue.request { [session, chat] in
            try await session.markRead(chat, upTo: message)
        } receive: { _ in
        }
    }

    func table(_ table: TableView<MessageCell>, didPerform action: RowAction, on row: Int) {
        let presentable = presentation.rows[row]
        let id = presentable.id
        switch action {
        case .select:
            if presentable.canBeResent { change { [session, chat] in try await session.resend(id, in: chat) } }
        case .delete: change { [session, chat] in try await session.delete(id, in: chat) }
        case .edit(let text): change { [session, chat] in try await session.edit(id, to: text, in: chat) }
        case .reply(let text): change { [session, chat] in try await session.reply(text, to: id, in: chat) }
        case .react(let text): change { [session, chat] in try await session.react(text, to: id, in: chat) }
        }
    }

    func tableDidReachEnd(_ table: TableView<MessageCell>) {
        switch presentation.earlier {
        case .history: showEarlier()
        case .server: loadEarlier()
        case nil: break
        }
    }
}

extension ChatViewController: TimeShowing {
    func timeTextsDidChange() { chatView.table.reloadData() }
}
