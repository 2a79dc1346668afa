import Chat
import ChatApp
import ChatList
import ChatStore
import ChatTypes
import CreateChat
import Foundation
import RuntimeKit
import SQLiteKit
import ScreenKit
import Transport

/// One screen as it is drawn: what to show now, and where a person's actions go.
@MainActor
final class ScreenModel<Action: Sendable, State: Sendable & Equatable>: ScreenView {
    let screen: Screen<Action, State>
    private(set) var state: State?

    init(_ screen: Screen<Action, State>) { self.screen = screen }

    func render(_ state: State) { self.state = state }
}

/// Everything that the app wants shown; a window draws it, and draws again when it changes.
@MainActor
final class AppModel: AppInterface {
    private(set) var stack: [AppScreen] = []
    private(set) var badge = 0
    private(set) var banners: [AppNotification] = []
    private(set) var list: ScreenModel<ChatListAction, ChatListViewState>?
    private(set) var form: ScreenModel<CreateChatAction, CreateChatViewState>?
    private var chats: [ChatID: ScreenModel<ChatAction, ChatViewState>] = [:]

    /// The chat on top. Those that it covers go on with screens of their own, one for each chat.
    var chat: ScreenModel<ChatAction, ChatViewState>? { stack.last?.chat.flatMap { chats[$0] } }

    func view(for module: AppModule) -> RenderedScreen {
        if case .chatList(let screen) = module {
            let model = ScreenModel(screen)
            list = model
            return screen.rendered(on: model)
        }
        if case .createChat(let screen) = module {
            let model = ScreenModel(screen)
            form = model
            return screen.rendered(on: model)
        }
        if case .chat(let screen, let chat) = module {
            let model = ScreenModel(screen)
            chats[chat] = model
            return screen.rendered(on: model)
        }
        // A screen that is added later runs unseen until it gets a view.
        return module.unseen
    }

    /// Lets go of the screens that were left.
    func show(_ stack: [AppScreen]) {
        self.stack = stack
        if !stack.contains(.createChat) { form = nil }
        chats = chats.filter { chat, _ in stack.contains { $0.chat == chat } }
    }

    func show(badge: Int) { self.badge = badge }

    func notify(_ notification: AppNotification) { banners.append(notification) }

    /// Called by the window whenever another row of the chat is the newest in sight.
    func newestRowInSight(_ row: ChatViewState.Row) { chat?.screen.send(.rowsVisible(upTo: row.id)) }
}

/// The app on a history of its own, with a server that is simulated.
struct ExampleApp: Sendable {
    let server: SimulatedServer
    let application: Application

    init(environment: ChatEnvironment, folder: URL) throws {
        let journal = ServerJournal(file: folder.appending(path: "server.journal"))
        server = try SimulatedServer(environment: environment, journal: journal)
        let connection = SimulatedConnection(server: server, environment: environment, conditions: .mobile)
        application = Application(
            environment: environment,
            database: try HistoryFile(folder.appending(path: "history.sqlite")).open(at: environment.now()).database,
            service: connection,
            pushes: connection,
            sockets: connection
        )
    }

    /// The app's whole life: it ends when the caller's task is cancelled.
    func run(on interface: any AppInterface) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await server.run() }
            group.addTask { await application.run(on: interface) }
        }
    }

    /// Called by the window when a person begins or ceases to look.
    func setFocus(_ isFocused: Bool) { application.setFocus(isFocused) }
}

extension ChatEnvironment {
    /// The machine's own time, dates and randomness.
    static var real: ChatEnvironment {
        ChatEnvironment(
            clock: ContinuousClock(),
            now: { Date() },
            calendar: .current,
            random: RandomSource(SystemRandomNumberGenerator())
        )
    }
}
