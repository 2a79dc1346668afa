import ChatSession
import ChatTypes
import PhoneKit

/// The view controller of one chat. It shows view models, whose closures are its actions.
final class ChatViewController: ViewController {
    private let chat: ChatID
    private let chatView: ChatView
    private var rows: [MessageViewModel] = []
    private var afterShowingMessages: () -> Void = {}
    private var reachEnd: () -> Void = {}

    init(for chat: ChatID) {
        self.chat = chat
        chatView = ChatView()
        super.init(view: chatView)
    }

    override func viewDidLoad() {
        chatView.table.dataSource = self
        chatView.table.delegate = self
        MessageEventRouter.route(event: .opened(chat))
    }

    override func viewDidAppear() {
        MessageEventHandler.add(listener: self)
        AppProcess.current?.context.session.setTopChat(chat)
    }

    override func viewDidDisappear() {
        MessageEventRouter.route(event: .closed(chat))
        MessageEventHandler.remove(listener: self)
        AppProcess.current?.context.session.setTopChat(nil)
    }
}

extension ChatViewController: ChatListening {
    func handles(_ chat: ChatID) -> Bool { chat == self.chat }

    func updated(chat: ChatViewModel) {
        chatView.field.onChange = chat.type
        chatView.sendButton.onTap = { [field = chatView.field] in chat.send(field.text) }
        chatView.muteSwitch.onChange = chat.mute
        (afterShowingMessages, reachEnd) = (chat.afterShowingMessages, chat.reachEnd)
        chatView.title = chat.title
        chatView.subtitle = chat.subtitle
        chatView.status = chat.status
        chatView.muteSwitch.isOn = chat.isMuted
        chatView.typing = chat.typing
        if let alert = chat.alert { chatView.alert = alert }
        if let field = chat.field { chatView.field.text = field }
        guard let messages = chat.messages else { return }
        let old = rows
        rows = messages
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
    func table(_ table: TableView<MessageCell>, didShow visible: Range<Int>) { afterShowingMessages() }

    func table(_ table: TableView<MessageCell>, didPerform action: RowAction, on row: Int) {
        switch action {
        case .select: rows[row].resend()
        case .delete: rows[row].delete()
        case .edit(let text): rows[row].edit(text)
        case .reply(let text): rows[row].reply(text)
        case .react(let text): rows[row].react(text)
        }
    }

    func tableDidReachEnd(_ table: TableView<MessageCell>) { reachEnd() }
}
