import ChatTypes
import PhoneKit

/// The view controller of one chat. It shows the chat and forwards touches.
final class ChatViewController: ViewController {
    private let chat: ChatID
    private let messages: MessageModelController
    private let chatView: ChatView
    private var rows: [MessageViewModel] = []

    init(chat: ChatID, messages: MessageModelController) {
        (self.chat, self.messages, chatView) = (chat, messages, ChatView())
        super.init(view: chatView)
    }

    override func viewDidLoad() {
        chatView.table.dataSource = self
        chatView.table.delegate = self
        chatView.field.onChange = { [messages] in messages.keepDraft($0) }
        chatView.sendButton.onTap = { [messages, field = chatView.field] in messages.send(field.text) }
        chatView.muteSwitch.onChange = { [messages] in messages.setMuted($0) }
        messages.open()
    }

    override func viewDidAppear() { messages.setOnTop(true) }

    override func viewDidDisappear() { messages.setOnTop(false) }

    override func didLeaveStack() { messages.close() }
}

extension ChatViewController: ChatListening {
    func handles(_ chat: ChatID) -> Bool { chat == self.chat }

    func updated(chat: ChatViewModel) {
        let old = rows
        rows = chat.messages
        chatView.title = chat.title
        chatView.subtitle = chat.subtitle
        chatView.status = chat.status
        chatView.muteSwitch.isOn = chat.isMuted
        chatView.typing = chat.typing
        if let alert = chat.alert { chatView.alert = alert }
        if let field = chat.field { chatView.field.text = field }
        chatView.table.hasFurtherRows = chat.hasEarlier
        chatView.table.reload(from: old, to: rows)
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
    func table(_ table: TableView<MessageCell>, didShow visible: Range<Int>) { messages.markRead() }

    func table(_ table: TableView<MessageCell>, didPerform action: RowAction, on row: Int) {
        let id = rows[row].id
        switch action {
        case .select: messages.resend(id)
        case .delete: messages.delete(id)
        case .edit(let text): messages.edit(id, to: text)
        case .reply(let text): messages.reply(text, to: id)
        case .react(let text): messages.react(text, to: id)
        }
    }

    func tableDidReachEnd(_ table: TableView<MessageCell>) { messages.loadEarlier() }
}
