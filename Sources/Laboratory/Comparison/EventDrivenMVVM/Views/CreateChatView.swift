/// The form for a new chat.
package final class CreateChatView {
    package private(set) var viewModel: CreateChatViewModel
    private let builder: CreateChatViewModelBuilder
    private let handlers: EventHandlers
    private let drawing: DrawingCounter

    init(model: AppModel, builder: CreateChatViewModelBuilder, handlers: EventHandlers, drawing: DrawingCounter) {
        viewModel = builder.build(from: model)
        self.builder = builder
        self.handlers = handlers
        self.drawing = drawing
        handlers.chat.register(self) { [weak self] _, model in self?.update(from: model) }
        show(viewModel)
    }

    func disappear() {
        handlers.chat.unregister(self)
    }

    private func update(from model: AppModel) {
        show(builder.build(from: model))
    }

    private func show(_ viewModel: CreateChatViewModel) {
        self.viewModel = viewModel
        drawing.countUpdate(rowCount: viewModel.suggestions.count)
    }
}
