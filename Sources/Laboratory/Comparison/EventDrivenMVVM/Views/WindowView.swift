import Transport

/// What the system shows around the screens, and the screen on top. It listens for as long as the app lives.
package final class WindowView {
    package private(set) var badge = 0
    package private(set) var depth = 0
    package private(set) var banners: [BannerViewModel] = []
    /// None until the app has been launched.
    package private(set) var screen: ScreenView?
    private var top: ScreenModel?
    private let builders: Builders
    private let handlers: EventHandlers
    private let drawing: DrawingCounter

    init(builders: Builders, handlers: EventHandlers, drawing: DrawingCounter) {
        self.builders = builders
        self.handlers = handlers
        self.drawing = drawing
        handlers.register(self) { [weak self] in self?.update(from: $0) }
        handlers.message.register(self) { [weak self] event, _ in
            if case .announced(let message, let chat) = event { self?.announce(message, in: chat) }
        }
    }

    private func update(from model: AppModel) {
        show(builders.window.build(from: model), of: model)
    }

    private func announce(_ message: Message, in chat: ChatHeader) {
        banners.append(builders.banner.build(for: message, in: chat))
    }

    private func show(_ viewModel: WindowViewModel, of model: AppModel) {
        (badge, depth) = (viewModel.badge, viewModel.depth)
        guard viewModel.top != top else { return }
        top = viewModel.top
        screen?.disappear()
        screen = viewModel.top.map { view(of: $0, in: model) }
    }

    private func view(of screen: ScreenModel, in model: AppModel) -> ScreenView {
        switch screen {
        case .chatList:
            .chatList(ChatListView(model: model, builder: builders.list, handlers: handlers, drawing: drawing))
        case .createChat:
            .createChat(CreateChatView(model: model, builder: builders.form, handlers: handlers, drawing: drawing))
        case .chat(let chat):
            .chat(ChatView(model: model, builder: builders.chat(chat), handlers: handlers, drawing: drawing))
        }
    }
}
