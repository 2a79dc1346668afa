import ChatStore
import ChatTypes
import PhoneKit
import RuntimeKit
import ScreenKit

/// One chat as a function of its state.
final class ChatViewController: ViewController {
    private let store: ScreenStore<ChatState, ChatAction>
    private let environment: ChatEnvironment
    private let chatView: ChatView
    private var rows: [ChatRow] = []

    init(_ store: ScreenStore<ChatState, ChatAction>, environment: ChatEnvironment) {
        (self.store, self.environment, chatView) = (store, environment, ChatView())
        super.init(view: chatView)
    }

    override func viewDidLoad() {
        chatView.table.dataSource = self
        chatView.table.delegate = self
        chatView.field.onChange = { [store] in store.send(.typed($0)) }
        chatView.sendButton.onTap = { [store] in store.send(.sendTapped) }
        chatView.muteSwitch.onChange = { [store] in store.send(.muteSwitched($0)) }
        store.observe(self) { [weak self] in self?.render($0) }
    }

    override func didTapBack() { store.send(.backTapped) }

    private func render(_ state: ChatState) {
        let old = rows
        rows = state.rows
        chatView.title = state.timeline?.contact.name ?? ""
        chatView.subtitle = state.timeline?.group.map(groupText)
        chatView.field.text = state.draft ?? ""
        chatView.muteSwitch.isOn = state.isMuted
        chatView.typing = state.typing
        chatView.status = state.health.connection.text
        chatView.alert = state.health.alert
        chatView.table.hasFurtherRows = state.timeline?.hasEarlier ?? false
        // A keystroke does not redraw the rows.
        if rows != old || chatView.table.cells == nil { chatView.table.reload(from: old, to: rows) }
    }
}

extension ChatViewController: TableViewDataSource {
    func numberOfRows(in table: TableView<MessageCell>) -> Int { rows.count }

    func cell(forRow row: Int, in table: TableView<MessageCell>) -> MessageCell {
        let message = rows[row].message
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
    func table(_ table: TableView<MessageCell>, didShow visible: Range<Int>) {}

    func table(_ table: TableView<MessageCell>, didPerform action: RowAction, on row: Int) {
        let id = rows[row].id
        switch action {
        case .select: store.send(.rowTapped(id))
        case .delete: store.send(.rowDeleted(id))
        case .edit(let text): store.send(.rowEdited(id, to: text))
        case .reply(let text): store.send(.rowAnswered(id, text: text))
        case .react(let text): store.send(.rowReactedTo(id, text: text))
        }
    }

    func tableDidReachEnd(_ table: TableView<MessageCell>) { store.send(.reachedEnd) }
}
