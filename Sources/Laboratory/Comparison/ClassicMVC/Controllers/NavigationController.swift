import Transport

/// Pushes and pops screens.
package final class NavigationController {
    package private(set) var viewControllers: [ViewController] = []

    package var top: ViewController? { viewControllers.last }

    func push(_ controller: ViewController) {
        viewControllers.append(controller)
        controller.navigationController = self
        controller.didAppear()
    }

    func pop() {
        guard viewControllers.count > 1 else { return }
        viewControllers.removeLast().didDisappear()
        top?.update()
    }

    func replaceTop(with controller: ViewController) {
        if viewControllers.count > 1 { viewControllers.removeLast().didDisappear() }
        push(controller)
    }

    /// The controller that shows a chat, if one does.
    func chatController(for chat: ChatID) -> ChatController? {
        viewControllers.lazy.compactMap { $0 as? ChatController }.first { $0.chat.id == chat }
    }

    var chatListController: ChatListController? {
        viewControllers.lazy.compactMap { $0 as? ChatListController }.first
    }
}
