import Chat
import ChatApp
import ChatList
import CreateChat
import OneThread
package import PhoneKit
import ScreenKit
import Synchronization

/// The package's own screens on the phone, each with a view controller that shows states and sends actions.
package final class VIPERApp: PhoneApp {
    private let context: AppContext
    private let application: Application
    /// The controller that comes on top with the next stack.
    private var next: (any RenderingController)?

    package init(_ context: AppContext) {
        self.context = context
        application = Application(session: context.session, environment: context.environment)
    }

    package func didFinishLaunching() {
        context.queue.start { [application] post in
            await application.run(on: PhoneInterface(post: post))
        } receive: { [weak self] (call: PhoneInterface.Call) in
            if let self { call(self) }
        }
    }

    package func setActive(_ isActive: Bool) {
        application.setFocus(isActive)
    }

    /// The screens update at a new day by themselves.
    package func significantTimeDidChange() {}

    fileprivate func prepare(_ module: AppModule, _ number: Int) {
        next =
            switch module {
            case .chatList(let module): ChatListController(number, module)
            case .createChat(let module): CreateChatController(number, module)
            case .chat(let module, _): ChatController(number, module)
            case .thread, .details, .pictures, .pins, .verification: nil
            }
    }

    fileprivate func show(depth: Int) {
        let known = context.window.navigation.viewControllers.prefix(next == nil ? depth : depth - 1)
        context.window.navigation.setViewControllers(known + (next.map { [$0] } ?? []))
        next = nil
    }

    fileprivate func show(badge: Int) {
        context.window.badge = badge
    }

    fileprivate func show(_ banner: Window.Banner) {
        context.window.banners.append(banner)
    }

    /// Renders a state, which may arrive before its controller is on the stack.
    fileprivate func render(_ state: ScreenState, _ number: Int) {
        let known = context.window.navigation.viewControllers.compactMap { $0 as? any RenderingController }
        (known + (next.map { [$0] } ?? [])).first { $0.number == number }?.render(state)
    }
}

/// A state of any of the screens.
enum ScreenState: Sendable {
    case chatList(ChatListViewState)
    case createChat(CreateChatViewState)
    case chat(ChatViewState)
}

/// A controller that shows the states of the screen with its number.
protocol RenderingController: ViewController {
    var number: Int { get }
    func render(_ state: ScreenState)
}

/// An interface that passes the app's output to the phone's thread.
private final class PhoneInterface: AppInterface {
    typealias Call = @Sendable (VIPERApp) -> Void

    private let post: @Sendable (@escaping Call) async -> Void
    private let count = Atomic(0)

    init(post: @escaping @Sendable (@escaping Call) async -> Void) {
        self.post = post
    }

    func view(for module: AppModule) async -> RenderedScreen {
        let number = count.add(1, ordering: .relaxed).newValue
        await post { $0.prepare(module, number) }
        let render: @Sendable (ScreenState) async -> Void = { [post] state in
            await post { $0.render(state, number) }
        }
        return switch module {
        case .chatList(let module): module.rendered { await render(.chatList($0)) }
        case .createChat(let module): module.rendered { await render(.createChat($0)) }
        case .chat(let module, _): module.rendered { await render(.chat($0)) }
        case .thread, .details, .pictures, .pins, .verification: module.unseen
        }
    }

    func show(_ stack: [AppScreen]) async {
        await post { $0.show(depth: stack.count) }
    }

    func show(badge: Int) async {
        await post { $0.show(badge: badge) }
    }

    func notify(_ notification: AppNotification) async {
        await post { $0.show(Window.Banner(title: notification.title, text: notification.text)) }
    }
}
