package import Chat
package import ChatList
package import CreateChat
import Synchronization
import Transport

/// The model as each screen sees it.
package struct ScreenModels: Sendable {
    package var chatList: any ChatListModel
    package var createChat: any CreateChatModel
    package var chat: any ChatModel
}

/// A stack of running screens.
///
/// Each screen is a child task of the one below it, so leaving a screen ends everything above it and all that it
/// started. Routers post to a mailbox and never wait.
final class Navigation: Sendable {
    /// How a screen was left.
    enum Departure {
        case left
        case replaced(by: AppScreen)
    }

    private let environment: ChatEnvironment
    private let models: ScreenModels
    private let interface: any AppInterface
    private let top = Mutex<AppScreen?>(nil)

    init(environment: ChatEnvironment, models: ScreenModels, interface: any AppInterface) {
        self.environment = environment
        self.models = models
        self.interface = interface
    }

    /// Whether a chat is in plain sight, or is about to be.
    func isOnTop(_ chat: ChatID) -> Bool { top.withLock { $0 == .chat(chat) } }

    /// Runs a screen until it is left, showing on top of it whatever it opens.
    @discardableResult
    func show(_ screen: AppScreen, above below: [AppScreen]) async -> Departure {
        let stack = below + [screen]
        let routes = Mailbox<Route>()
        return await withTaskGroup(of: Void.self) { group in
            let run = await assemble(screen, routing: Router(routes: routes))
            await present(stack)
            group.addTask { await run() }
            defer {
                // Nobody looks at it any more, however long its view still draws.
                top.withLock { $0 = below.last }
                group.cancelAll()
            }
            while let route = await routes.takeAll().first {
                switch route {
                case .push(var next):
                    while case .replaced(let other) = await show(next, above: stack) { next = other }
                    // A screen that was covered has no say: what was tapped twice does not open twice.
                    routes.takeWaiting()
                    if Task.isCancelled { return .left }
                    await present(stack)
                case .replace(let other):
                    return .replaced(by: other)
                case .pop:
                    return .left
                }
            }
            return .left
        }
    }

    private func present(_ stack: [AppScreen]) async {
        top.withLock { $0 = stack.last }
        await interface.show(stack)
    }

    /// Joins a screen's module to its view; the result runs both.
    private func assemble(_ screen: AppScreen, routing router: Router) async -> @Sendable () async -> Void {
        switch screen {
        case .chatList:
            let module = ChatListModule(model: models.chatList, router: router, environment: environment)
            let view = await interface.view(for: module)
            return { await module.run(rendering: view) }
        case .createChat:
            let module = CreateChatModule(model: models.createChat, router: router)
            let view = await interface.view(for: module)
            return { await module.run(rendering: view) }
        case .chat(let chat):
            let module = ChatModule(chat: chat, model: models.chat, router: router, environment: environment)
            let view = await interface.view(for: module, of: chat)
            return { await module.run(rendering: view) }
        }
    }
}
