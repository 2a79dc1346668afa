import ChatTypes
import PhoneKit

/// The view of a chat. It forwards touches to its presenter, and shows what the presenter decides.
final class ChatViewController: ViewController {
    private let presenter: ChatPresenter
    private let chatView: ChatView

    init(presenter: ChatPresenter) {
        self.presenter = presenter
        chatView = ChatView()
        super.init(view: chatView)
        presenter.view = self
    }

    override func viewDidLoad() {
        chatView.table.dataSource = self
        chatView.table.delegate = self
        chatView.field.onChange = { [presenter] in presenter.didType($0) }
        chatView.sendButton.onTap = { [presenter, field = chatView.field] in presenter.didTapSend(field.text) }
        chatView.muteSwitch.onChange = { [presenter] in presenter.didSwitchMute(to: $0) }
        presenter.viewDidLoad()
    }

    override func viewDidAppear() { presenter.viewDidAppear() }

    override func viewDidDisappear() { presenter.viewDidDisappear() }

    override func didLeaveStack() { presenter.didLeave() }
}

extension ChatViewController: ChatViewing {
    func show(title: String) { chatView.title = title }

    func show(subtitle: String?) { chatView.subtitle = subtitle }

    func show(status: String?) { chatView.status = status }

    func show(alert: String) { chatView.alert = alert }

    func show(isMuted: Bool) { chatView.muteSwitch.isOn = isMuted }

    func show(typing: String?) { chatView.typing = typing }

    func show(draft: String) { chatView.field.text = draft }

    func showRows(from old: [ChatMessage], to new: [ChatMessage], hasEarlier: Bool) {
        chatView.table.hasFurtherRows = hasEarlier
        chatView.table.reload(from: old, to: new)
    }

    func redrawAllRows() { chatView.table.reloadData() }
}

extension ChatViewController: TableViewDataSource {
    func numberOfRows(in table: TableView<MessageCell>) -> Int { presenter.rowCount }

    func cell(forRow row: Int, in table: TableView<MessageCell>) -> MessageCell {
        let row = presenter.row(at: row)
        return MessageCell(
            id: row.id,
            sender: row.sender,
            text: row.text,
            isEdited: row.isEdited,
            editFailure: row.editFailure,
            answered: row.answered,
            reactions: row.reactions,
            isMine: row.isMine,
            time: row.time,
            delivery: row.delivery,
            followsGap: row.followsGap
        )
    }
}

extension ChatViewController: TableViewDelegate {
    func table(_ table: TableView<MessageCell>, didShow rows: Range<Int>) { presenter.didShowRows() }

    func table(_ table: TableView<MessageCell>, didPerform action: RowAction, on row: Int) {
        switch action {
        case .select: presenter.didSelect(row)
        case .delete: presenter.didDelete(row)
        case .edit(let text): presenter.didEdit(row, to: text)
        case .reply(let text): presenter.didReply(to: row, with: text)
        case .react(let text): presenter.didReact(to: row, with: text)
        }
    }

    func tableDidReachEnd(_ table: TableView<MessageCell>) { presenter.didReachEnd() }
}
