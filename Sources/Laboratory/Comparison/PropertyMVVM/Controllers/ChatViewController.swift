import ChatTypes
import PhoneKit

/// The controller of a chat. It binds each property of a view model to its part of the view.
final class ChatViewController: ViewController {
    private let model: any ChatViewModel
    private let chatView: ChatView
    private var rows: [MessageRow] = []

    init(_ model: any ChatViewModel) {
        self.model = model
        chatView = ChatView()
        super.init(view: chatView)
    }

    override func viewDidLoad() {
        chatView.table.dataSource = self
        chatView.table.delegate = self
        chatView.field.onChange = { [model] in model.type($0) }
        chatView.sendButton.onTap = { [model, field = chatView.field] in model.send(field.text) }
        chatView.muteSwitch.onChange = { [model] in model.mute($0) }
        // A listener that held its view would keep it: the view holds the model by its touches.
        model.title.bindAndFire { [weak chatView] in chatView?.title = $0 }
        model.subtitle.bindAndFire { [weak chatView] in chatView?.subtitle = $0 }
        model.status.bindAndFire { [weak chatView] in chatView?.status = $0 }
        model.alert.bindAndFire { [weak chatView] in chatView?.alert = $0 }
        model.isMuted.bindAndFire { [weak chatView] in chatView?.muteSwitch.isOn = $0 }
        model.typing.bindAndFire { [weak chatView] in chatView?.typing = $0 }
        model.field.bindAndFire { [weak chatView] in chatView?.field.text = $0 }
        model.hasEarlier.bindAndFire { [weak chatView] in chatView?.table.hasFurtherRows = $0 }
        model.rows.bind { [weak self] in self?.show($0) }
        model.start()
    }

    override func viewDidAppear() { model.setShown(true) }

    override func viewDidDisappear() { model.setShown(false) }

    override func didLeaveStack() { model.stop() }

    private func show(_ new: [MessageRow]) {
        let old = rows
        rows = new
        chatView.table.reload(from: old, to: new)
    }
}

extension ChatViewController: TableViewDataSource {
    func numberOfRows(in table: TableView<MessageCell>) -> Int { rows.count }

    func cell(forRow row: Int, in table: TableView<MessageCell>) -> MessageCell {
        let row = rows[row]
        return MessageCell(
            id: row.id.rawValue,
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
    func table(_ table: TableView<MessageCell>, didShow rows: Range<Int>) { model.didShowRows() }

    func table(_ table: TableView<MessageCell>, didPerform action: RowAction, on row: Int) {
        switch action {
        case .select: model.select(rows[row])
        case .delete: model.delete(rows[row])
        case .edit(let text): model.edit(rows[row], to: text)
        case .reply(let text): model.reply(text, to: rows[row])
        case .react(let text): model.react(text, to: rows[row])
        }
    }

    func tableDidReachEnd(_ table: TableView<MessageCell>) { model.showEarlier() }
}

extension ChatViewController: TimeShowing {
    func timeTextsDidChange() { model.timeTextsDidChange() }
}
