/// The messages of a chat, and a field for a new one.
package final class ChatView {
    package private(set) var viewModel: ChatViewModel
    private let builder: ChatViewModelBuilder
    private let handlers: EventHandlers
    private let drawing: DrawingCounter

    init(model: AppModel, builder: ChatViewModelBuilder, handlers: EventHandlers, drawing: DrawingCounter) {
        viewModel = builder.build(from: model)
        self.builder = builder
        self.handlers = handlers
        self.drawing = drawing
        handlers.register(self) { [weak self] in self?.update(from: $0) }
        show(viewModel)
    }

    func disappear() {
        handlers.unregister(self)
    }

    private func update(from model: AppModel) {
        show(builder.build(from: model))
    }

    private func show(_ viewModel: ChatViewModel) {
        self.viewModel = viewModel
        drawing.countUpdate(rowCount: viewModel.messages.count)
        viewModel.didAppear?()
    }
}
