import ChatSession
import ChatTypes
import PhoneKit
import RuntimeKit

/// An event that concerns the chats or the new chat form.
enum ChatEvent {
    case applicationInitialized
    case loaded(QueryResult<ListPage>)
    case counted(unread: Int)
    case showing(ContactID)
    case loadedPicture(Picture, of: ContactID)
    case searching(String)
    case reachedEnd
    case openedForm
    case editing(String)
    case suggested([Contact])
    case adding
    case creatingChat
    case created(ChatID)
    case createChatFailed(any Error)
    case closedForm
}

/// The router of chat events. It changes models, calls endpoints, and tells the handler.
enum ChatEventRouter {
    static func route(event: ChatEvent) {
        switch event {
        case .applicationInitialized:
            ChatEventHandler.started()
        case .loaded(let chats):
            ChatModelController.load(chats: chats)
            ChatEventHandler.updateAllChatLists()
        case .counted(let unread):
            ChatModelController.unreadMessageCount.value = unread
            ChatEventHandler.updateApplicationBadge()
        case .showing(let contact):
            ChatEndpoint.fetchPicture(of: contact)
        case .loadedPicture(let picture, let contact):
            ChatModelController.list.value.pictures[contact] = picture
            ChatEventHandler.updateAllChatLists()
        case .searching(let text):
            ChatEndpoint.search(text)
        case .reachedEnd:
            ChatEndpoint.fetchMoreChats(after: ChatModelController.list.value.page)
        case .openedForm:
            ChatModelController.form.value = CreateChatModel()
            ChatEventHandler.updateAllForms()
        case .editing(let text):
            guard !ChatModelController.form.value.isSending else { return ChatEventHandler.updateAllForms() }
            let name = ChatModelController.type(text)
            ChatEventHandler.updateAllForms()
            ChatEndpoint.fetchSuggestions(for: name)
        case .suggested(let contacts):
            ChatModelController.suggest(contacts)
            ChatEventHandler.updateAllForms()
        case .adding:
            addInvitee()
        case .creatingChat:
            createChat()
        case .created(let chat):
            ChatModelController.form.value.isSending = false
            ChatEventHandler.created(chat: chat)
        case .createChatFailed(let error):
            ChatModelController.form.value.isSending = false
            ChatEventHandler.updateAllForms(error: error)
        case .closedForm:
            ChatEndpoint.cancelCreation()
        }
    }

    private static func addInvitee() {
        guard !ChatModelController.form.value.isSending else { return }
        do { try ChatModelController.form.value.add() } catch { return ChatEventHandler.updateAllForms(error: error) }
        ChatEndpoint.cancelSuggestions()
        ChatEventHandler.updateAllForms()
    }

    private static func createChat() {
        let form = ChatModelController.form.value
        guard !form.isSending else { return }
        if let error = form.invitees.error { return ChatEventHandler.updateAllForms(error: error) }
        ChatModelController.form.value.isSending = true
        ChatEndpoint.create(chat: form.invitees)
        ChatEventHandler.updateAllForms()
    }
}
