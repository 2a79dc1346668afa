import Transport

/// One builder for each view model that a view asks for.
struct Builders {
    let environment: ChatEnvironment
    let routers: Routers

    let window = WindowViewModelBuilder()
    let banner = BannerViewModelBuilder()

    var list: ChatListViewModelBuilder {
        let rows = ChatRowViewModelBuilder(environment: environment, router: routers.chat)
        return ChatListViewModelBuilder(rows: rows, router: routers.chat)
    }

    var form: CreateChatViewModelBuilder {
        CreateChatViewModelBuilder(router: routers.chat)
    }

    func chat(_ chat: ChatID) -> ChatViewModelBuilder {
        let messages = MessageViewModelBuilder(environment: environment, router: routers.message)
        return ChatViewModelBuilder(chat: chat, messages: messages, routers: routers)
    }
}
