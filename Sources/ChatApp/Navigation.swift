package import Chat
package import ChatList
package import CreateChat
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
struct Navigation: Sendable {
    /// How a screen was left.
    enum Departure {
        case left
        case replaced(by: AppScreen)
    }

    let environment: ChatEnvironment
    let models: ScreenModels
    let interface: any AppInterface

    /// Runs a screen until it is left, showing on top of it whatever it opens.
    @discardableResult
    func show(_ screen: AppScreen, above below: [AppScreen]) async -> Departure {
        let stack = below + [screen]
        let routes = Mailbox<Route>()
        return await withTaskGroup(of: Void.self) { group in
            let run = await assemble(screen, routing: Router(routes: routes))
            await interface.show(stack)
            group.addTask { await run() }
            defer { group.cancelAll() }
            while let route = await routes.takeAll().first {
                switch route {
                case .push(var next):
                    while case .replaced(let other) = await show(next, above: stack) { next = other }
                    // A screen that was covered has no say: what was tapped twice does not open twice.
                    routes.takeWaiting()
                    if Task.isCancelled { return .left }
                    await interface.show(stack)
                case .replace(let other):
                    return .replaced(by: other)
                case .pop:
                    return .left
                }
            }
            return .left
        }
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
