import Chat
import ChatApp
import ChatList
import ChatStore
import CreateChat
import Foundation
import Transport

/// One screen as it is drawn: what to show now, and where a person's actions go.
@MainActor
final class ScreenModel<Module: Sendable, State: Sendable>: Sendable {
    let module: Module
    private(set) var state: State?

    init(_ module: Module) { self.module = module }

    func render(_ state: State) { self.state = state }
}

extension ScreenModel: ChatListView where Module == ChatListModule, State == ChatListViewState {}
extension ScreenModel: CreateChatView where Module == CreateChatModule, State == CreateChatViewState {}
extension ScreenModel: ChatView where Module == ChatModule, State == ChatViewState {}

/// Everything that the app wants shown; a window draws it, and draws again when it changes.
@MainActor
final class AppModel: AppInterface {
    private(set) var stack: [AppScreen] = []
    private(set) var badge = 0
    private(set) var banners: [AppNotification] = []
    private(set) var list: ScreenModel<ChatListModule, ChatListViewState>?
    private(set) var form: ScreenModel<CreateChatModule, CreateChatViewState>?
    private(set) var chat: ScreenModel<ChatModule, ChatViewState>?

    func view(for module: ChatListModule) -> any ChatListView {
        let screen = ScreenModel<ChatListModule, ChatListViewState>(module)
        list = screen
        return screen
    }

    func view(for module: CreateChatModule) -> any CreateChatView {
        let screen = ScreenModel<CreateChatModule, CreateChatViewState>(module)
        form = screen
        return screen
    }

    func view(for module: ChatModule, of chat: ChatID) -> any ChatView {
        let screen = ScreenModel<ChatModule, ChatViewState>(module)
        self.chat = screen
        return screen
    }

    /// Lets go of the screens that were left.
    func show(_ stack: [AppScreen]) {
        self.stack = stack
        if !stack.contains(.createChat) { form = nil }
        if stack == [.chatList] { chat = nil }
    }

    func show(badge: Int) { self.badge = badge }

    func notify(_ notification: AppNotification) { banners.append(notification) }

    /// Called by the window whenever another row of the chat is the newest in sight.
    func newestRowInSight(_ row: ChatViewState.Row) { chat?.module.send(.see(row.id)) }
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
    func setFocus(_ isFocused: Bool) async { await application.setFocus(isFocused) }
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
