import BindingKit
import PhoneKit

/// The controller of a chat, which binds the view to its view model.
final class ChatViewController: ViewController {
    private let chatView: ChatView
    private let table: TableBinding<MessageRow, MessageCell>
    private let viewModel: any ViewModel<ChatInput, ChatOutput>
    private let isOnTop = Subject<Bool>()
    private let bag = DisposeBag()

    init(_ viewModel: any ViewModel<ChatInput, ChatOutput>) {
        self.viewModel = viewModel
        chatView = ChatView()
        table = TableBinding(chatView.table, makeCell: MessageCell.init)
        super.init(view: chatView)
    }

    override func viewDidLoad() {
        let output = viewModel.transform(
            ChatInput(
                isOnTop: isOnTop.observable,
                draft: chatView.field.typing(),
                mute: chatView.muteSwitch.turns(),
                send: chatView.sendButton.taps().map { [chatView] in chatView.field.text },
                shown: table.shown.observable,
                performed: table.performed.observable,
                reachedEnd: table.reachedEnd.observable
            )
        )
        output.title.subscribe { [chatView] in chatView.title = $0 }.disposed(by: bag)
        output.subtitle.subscribe { [chatView] in chatView.subtitle = $0 }.disposed(by: bag)
        output.status.subscribe { [chatView] in chatView.status = $0 }.disposed(by: bag)
        output.alerts.subscribe { [chatView] in chatView.alert = $0 }.disposed(by: bag)
        output.field.subscribe { [chatView] in chatView.field.text = $0 }.disposed(by: bag)
        output.hasEarlier.subscribe { [chatView] in chatView.table.hasFurtherRows = $0 }.disposed(by: bag)
        output.isMuted.subscribe { [chatView] in chatView.muteSwitch.isOn = $0 }.disposed(by: bag)
        output.typing.subscribe { [chatView] in chatView.typing = $0 }.disposed(by: bag)
        output.rows.subscribe { [table] in table.show($0) }.disposed(by: bag)
    }

    override func viewDidAppear() { isOnTop.send(true) }

    override func viewDidDisappear() { isOnTop.send(false) }
}

extension MessageCell {
    fileprivate init(_ row: MessageRow) {
        self.init(
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
