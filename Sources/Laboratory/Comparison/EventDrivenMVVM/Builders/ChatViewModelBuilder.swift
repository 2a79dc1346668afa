import ScreenKit
import Transport

/// Builds a chat's screen: every message of it.
struct ChatViewModelBuilder {
    let chat: ChatID
    let messages: MessageViewModelBuilder
    let routers: Routers

    func build(from model: AppModel) -> ChatViewModel {
        let content = model.chats[chat]
        return ChatViewModel(
            title: content?.contact.name ?? "",
            messages: content?.messages.map { messages.build(for: $0, in: chat) } ?? [],
            field: content?.draft ?? "",
            status: model.connection.text,
            problem: model.chatProblem ?? model.storageProblem,
            type: { [chat, routers] in routers.message.route(.typed($0, in: chat)) },
            send: route(.sent(in: chat)),
            showEarlier: content?.hasEarlier == true ? route(.earlierAsked(in: chat)) : nil,
            leave: { [routers] in routers.chat.route(.left) },
            didAppear: model.isFocused && content?.newestUnread != nil ? route(.seen(in: chat)) : nil
        )
    }

    private func route(_ event: MessageEvent) -> () -> Void {
        { [routers] in routers.message.route(event) }
    }
}
