/// The list of chats, or of what was found.
package final class ChatListView {
    /// How many rows fit on the screen.
    static let visibleRowCount = 50

    package private(set) var viewModel: ChatListViewModel
    private let builder: ChatListViewModelBuilder
    private let handlers: EventHandlers
    private let drawing: DrawingCounter

    init(model: AppModel, builder: ChatListViewModelBuilder, handlers: EventHandlers, drawing: DrawingCounter) {
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

    private func show(_ viewModel: ChatListViewModel) {
        self.viewModel = viewModel
        drawing.countUpdate(rowCount: viewModel.rows.count)
        for row in viewModel.rows.prefix(Self.visibleRowCount) { row.didAppear?() }
    }
}
