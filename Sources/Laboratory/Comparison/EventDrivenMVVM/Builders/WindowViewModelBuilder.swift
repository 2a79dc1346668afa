/// Builds what stands around the screens.
struct WindowViewModelBuilder {
    func build(from model: AppModel) -> WindowViewModel {
        WindowViewModel(badge: model.unreadCount, top: model.screens.last, depth: model.screens.count)
    }
}
