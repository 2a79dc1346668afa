import ChatSession
import ChatStore
import ChatTypes
import PhoneKit
import RuntimeKit

/// The models of the whole app, which the routers change.
enum ChatModelController {
    static let list = Static(ChatListModel())
    static let form = Static(CreateChatModel())
    static let unreadMessageCount = Static(0)
    /// The chats on the stack.
    static let chats = Static([ChatID: ChatModel]())

    static func load(chats: QueryResult<ListPage>) { list.value.take(chats) }

    /// Takes the messages of a chat, and returns whether they are the first.
    static func load(messages: QueryResult<Timeline?>, of id: ChatID) -> Bool {
        guard var chat = chats.value[id] else { return false }
        let isFirst = chat.timeline == nil
        chat.take(messages)
        chat.unsavedDraft = AppProcess.current?.context.session.unsavedDrafts[id]
        chats.value[id] = chat
        return isFirst
    }

    /// Takes a typed name, and the suggestions that still match it.
    static func type(_ text: String) -> ContactName {
        form.value.typed = text
        let name = form.value.name
        form.value.suggestions = name.error == nil ? form.value.suggestions.filter { $0.matches(name.text) } : []
        return name
    }

    static func suggest(_ contacts: [Contact]) {
        form.value.suggestions = contacts.suggestions(for: form.value.name, limit: ChatEndpoint.suggestionLimit)
    }
}
