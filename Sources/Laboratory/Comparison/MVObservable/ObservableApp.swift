import ChatSession
import ChatTypes
package import PhoneKit

/// The app. It shows the models' state: the badge, the banners and the open screens.
package final class ObservableApp: PhoneApp {
    private let context: AppContext
    private let model: AppModel
    private var shownPath: [Route] = []
    private var renderers: [Renderer] = []

    package init(_ context: AppContext) {
        self.context = context
        model = AppModel(context)
    }

    package func didFinishLaunching() {
        let (session, queue, window) = (context.session, context.queue, context.window)
        window.navigation.push(host(ChatListContent(model)))
        renderers = [
            Renderer(on: queue, reading: { [model] in model.inbox.unreadTotal }, show: { window.badge = $0 }),
            Renderer(on: queue, reading: { [model] in model.path }, show: { [weak self] in self?.show($0) }),
        ]
        queue.run { await session.run() }
        queue.followNews(of: session) { window.banners.append(Window.Banner($0)) }
    }

    package func setActive(_ isActive: Bool) {
        context.session.setFocus(isActive)
    }

    package func significantTimeDidChange() {
        model.noteTimeChange()
    }

    /// Shows the screens of a path. Screens that stay open are unchanged.
    private func show(_ path: [Route]) {
        let stack = context.window.navigation
        let kept = zip(shownPath, path).prefix { $0 == $1 }.count
        shownPath = path
        stack.setViewControllers(stack.viewControllers.prefix(1 + kept) + path.dropFirst(kept).map(controller))
    }

    private func controller(for route: Route) -> ViewController {
        switch route {
        case .newChat: host(NewChatContent(chat: model.newChat()))
        case .chat(let chat): host(ChatContent(model.conversation(chat), in: model))
        }
    }

    private func host(_ content: some Content) -> ViewController {
        HostingController(content, on: context.queue) { [model] in model.path = model.path.dropLast() }
    }
}
