import Chat
import ChatTypes
import PhoneKit
import ScreenKit

/// The controller of a chat, which shows the module's states.
final class ChatController: ViewController, RenderingController {
    let number: Int
    private let module: ChatModule
    private let chatView: PhoneKit.ChatView
    private var state: ChatViewState?
    /// Whether the field shows the state's draft: at the beginning, and after sending until the user types again.
    /// Sent text is no draft any more.
    private var fieldShowsDraft = true
    private var rows: [ChatViewState.Row] { state?.rows ?? [] }

    init(_ number: Int, _ module: ChatModule) {
        (self.number, self.module) = (number, module)
        chatView = PhoneKit.ChatView()
        super.init(view: chatView)
    }

    override func viewDidLoad() {
        chatView.table.dataSource = self
        chatView.table.delegate = self
        chatView.field.onChange = { [weak self] in self?.type($0) }
        chatView.muteSwitch.onChange = { [module] in module.send(.setMuted($0)) }
        chatView.sendButton.onTap = { [weak self] in self?.send() }
    }

    override func didTapBack() {
        module.send(.leave)
    }

    func render(_ state: ScreenState) {
        guard case .chat(let new) = state else { return }
        // The phone opens every chat at its end, as the other architectures do.
        if self.state == nil, new.hasLater { module.send(.showNewest) }
        if fieldShowsDraft { chatView.field.text = new.draft }
        let old = rows
        self.state = new
        chatView.title = new.title
        chatView.subtitle = new.subtitle
        chatView.muteSwitch.isOn = new.isMuted
        chatView.typing = new.typing
        chatView.status = new.status
        chatView.alert = new.problem?.text
        chatView.table.hasFurtherRows = new.hasEarlier
        chatView.table.reload(from: old, to: rows)
    }

    private func type(_ text: String) {
        fieldShowsDraft = false
        module.send(.draft(text))
    }

    /// Sends the field's text. The action is queued before the user's next one, such as leaving.
    private func send() {
        fieldShowsDraft = true
        module.send(.send(chatView.field.text))
    }
}

extension ChatController: TableViewDataSource {
    func numberOfRows(in table: TableView<MessageCell>) -> Int { rows.count }

    func cell(forRow row: Int, in table: TableView<MessageCell>) -> MessageCell {
        let row = rows[row]
        return MessageCell(
            id: row.id.rawValue,
            sender: row.sender,
            text: row.attachment ?? row.text,
            isEdited: row.isEdited,
            editFailure: row.editFailure,
            answered: row.answered.map { answeredText(author: $0.author, sender: $0.sender, text: $0.text) },
            reactions: row.reactions,
            isMine: row.author == .me,
            time: row.time,
            delivery: row.delivery,
            followsGap: row.followsGap
        )
    }
}

extension ChatController: TableViewDelegate {
    func table(_ table: TableView<MessageCell>, didShow visible: Range<Int>) {
        if let last = rows[visible].last { module.send(.rowsVisible(upTo: last.id)) }
    }

    func table(_ table: TableView<MessageCell>, didPerform action: RowAction, on row: Int) {
        let id = rows[row].id
        switch action {
        case .select: if case .failed = rows[row].delivery { module.send(.resend(id)) }
        case .delete: module.send(.delete(id))
        case .edit(let text): module.send(.edit(id, to: text))
        case .reply(let text): module.send(.reply(id, text))
        case .react(let text): module.send(.react(id, text))
        }
    }

    func tableDidReachEnd(_ table: TableView<MessageCell>) {
        module.send(.loadEarlier)
    }
}
