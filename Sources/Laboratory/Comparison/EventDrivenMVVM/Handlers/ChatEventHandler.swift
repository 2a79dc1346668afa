import ChatTypes

/// A listener that shows the chat list.
protocol ChatListListening: AnyObject {
    func updated(list: ChatListViewModel)
}

/// A listener that shows the new chat form.
protocol CreateChatListening: AnyObject {
    func updated(create: CreateChatViewModel)
}

/// A listener that shows the badge and pushes screens.
protocol WindowListening: AnyObject {
    func updated(badge: Int)
    func open(_ chat: ChatID, replacesForm: Bool)
    func openForm()
}

/// A handler that builds view models for chat events and sends them to the listeners.
final class ChatEventHandler {
    private let builder: ChatListViewModelBuilder
    private var lists = Listeners<any ChatListListening>()
    private var forms = Listeners<any CreateChatListening>()
    private var windows = Listeners<any WindowListening>()

    init(builder: ChatListViewModelBuilder) {
        self.builder = builder
    }

    func add(listener: any ChatListListening) { lists.add { [weak listener] in listener } }
    func add(listener: any CreateChatListening) { forms.add { [weak listener] in listener } }
    func add(listener: any WindowListening) { windows.add { [weak listener] in listener } }

    func loaded(_ list: ChatListModel) {
        let viewModel = builder.build(for: list)
        lists.tell { $0.updated(list: viewModel) }
    }

    func counted(unread: Int) {
        windows.tell { $0.updated(badge: unread) }
    }

    func opening(_ chat: ChatID, replacesForm: Bool) {
        windows.tell { $0.open(chat, replacesForm: replacesForm) }
    }

    func openingForm() {
        windows.tell { $0.openForm() }
    }

    func updated(_ form: CreateChatModel, isSending: Bool = false, error: (any Error)? = nil) {
        let viewModel = CreateChatViewModelBuilder().build(for: form, isSending: isSending, error: error)
        forms.tell { $0.updated(create: viewModel) }
    }
}
