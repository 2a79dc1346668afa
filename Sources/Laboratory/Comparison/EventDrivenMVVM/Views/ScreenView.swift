/// The view of the screen on top.
package enum ScreenView {
    case chatList(ChatListView)
    case createChat(CreateChatView)
    case chat(ChatView)

    func disappear() {
        switch self {
        case .chatList(let view): view.disappear()
        case .createChat(let view): view.disappear()
        case .chat(let view): view.disappear()
        }
    }
}
