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
import SimulatedServer
import Transport

/// A screen as a window draws it: its state, and the module for its actions.
@MainActor
final class ScreenModel<Action: Sendable, State: Sendable & Equatable>: ScreenView {
    let screen: Screen<Action, State>
    private(set) var state: State?

    init(_ screen: Screen<Action, State>) { self.screen = screen }

    func render(_ state: State) { self.state = state }
}

/// The model of a window, which draws it after each change.
@MainActor
final class AppModel: AppInterface {
    private(set) var stack: [AppScreen] = []
    private(set) var badge = 0
    private(set) var banners: [AppNotification] = []
    private(set) var list: ScreenModel<ChatListAction, ChatListViewState>?
    private(set) var form: ScreenModel<CreateChatAction, CreateChatViewState>?
    private var chats: [ChatID: ScreenModel<ChatAction, ChatViewState>] = [:]

    /// The chat on top. Covered chats keep running, each with its own screen.
    var chat: ScreenModel<ChatAction, ChatViewState>? { stack.last?.chat.flatMap { chats[$0] } }

    func view(for module: AppModule) -> RenderedScreen {
        switch module {
        case .chatList(let screen):
            let model = ScreenModel(screen)
            list = model
            return screen.rendered(on: model)
        case .createChat(let screen):
            let model = ScreenModel(screen)
            form = model
            return screen.rendered(on: model)
        case .chat(let screen, let chat):
            let model = ScreenModel(screen)
            chats[chat] = model
            return screen.rendered(on: model)
        // This host opens none of them.
        case .thread, .details, .pictures, .pins, .verification:
            return module.unseen
        }
    }

    /// Releases the screens that were left.
    func show(_ stack: [AppScreen]) {
        self.stack = stack
        if !stack.contains(.createChat) { form = nil }
        chats = chats.filter { chat, _ in stack.contains { $0.chat == chat } }
    }

    func show(badge: Int) { self.badge = badge }

    func notify(_ notification: AppNotification) { banners.append(notification) }

    /// The window calls this when another row of the chat is the newest visible one.
    func newestRowInSight(_ row: ChatViewState.Row) { chat?.screen.send(.rowsVisible(upTo: row.id)) }
}

/// The app on its own history, with a simulated server.
struct ExampleApp: Sendable {
    let server: SimulatedChatServer
    let application: Application

    init(environment: ChatEnvironment, folder: URL) throws {
        let journal = ServerJournal(file: folder.appending(path: "server.journal"))
        server = try SimulatedChatServer(environment: environment, journal: journal)
        let connection = SimulatedConnection(server: server, environment: environment, conditions: .mobile)
        application = Application(
            environment: environment,
            database: try HistoryFile(folder.appending(path: "history.sqlite")).open(at: environment.now()).database,
            service: connection,
            pushes: connection,
            sockets: connection
        )
    }

    /// Runs the app until the caller's task is cancelled.
    func run(on interface: any AppInterface) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await server.run() }
            group.addTask { await application.run(on: interface) }
        }
    }

    /// The window calls this when the user begins or stops looking.
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
