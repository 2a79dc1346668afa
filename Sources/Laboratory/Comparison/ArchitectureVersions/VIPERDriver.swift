import BehaviourSuite
import Chat
import ChatApp
import ChatList
import ChatStore
import CreateChat
import ScreenKit
import Transport

extension Version {
    /// Screens as VIPER modules, on a session that alone changes the model: the package's own app.
    static let viper = Version(name: "VIPER", sources: viperSources) { phone in
        VIPERDriver(
            application: Application(
                environment: phone.environment,
                database: try ChatDatabase(phone.disk),
                service: phone.service,
                pushes: phone.pushes,
                sockets: phone.sockets
            )
        )
    }

    private static let viperSources = Sources(
        folders: [
            "Sources/Screens/ScreenKit", "Sources/Screens/ChatList", "Sources/Screens/CreateChat",
            "Sources/Screens/Chat", "Sources/Core/ChatApp",
            "Sources/Core/ChatSession",
        ],
        layers: """
            Session: ChatSession
            Composition: ChatApp
            View: *View.swift
            Presenter: *Presenter.swift
            Interactor: *Interactor.swift, ChatList/PictureLoader.swift
            Entity: *Entity.swift
            Router: *Router.swift
            Module: *Module.swift
            """,
        screens: ["ChatListModule", "CreateChatModule", "ChatModule"]
    )
}

/// The package's app with views that remember what they show.
actor VIPERDriver: AppDriver {
    private let application: Application
    private var stack: [AppScreen] = []
    private var list: (module: ChatListModule, state: ChatListViewState?)?
    private var form: (module: CreateChatModule, state: CreateChatViewState?)?
    private var chat: (module: ChatModule, state: ChatViewState?)?
    /// What stands in the chat's message field.
    private var field = ""
    private var seenRows: [ChatSummary.ID] = []
    private var badge = 0
    private var notifications: [BehaviourSuite.Screen.Notification] = []
    private var viewUpdates = 0
    private var rowsBuiltBefore = 0

    init(application: Application) {
        self.application = application
    }

    func run() async {
        await application.run(on: self)
        stack = []
    }

    func setFocus(_ isFocused: Bool) async {
        application.setFocus(isFocused)
    }

    func perform(_ gesture: Gesture) async {
        switch stack.last {
        case .chatList: performOnList(gesture)
        case .createChat: performOnForm(gesture)
        case .chat: await performOnChat(gesture)
        default: break
        }
    }

    var cost: DrawingCost {
        get async {
            let list = list?.module.rowBuildCount ?? 0
            let chat = chat?.module.rowBuildCount ?? 0
            return DrawingCost(viewUpdates: viewUpdates, rowsBuilt: rowsBuiltBefore + list + chat)
        }
    }

    var screen: BehaviourSuite.Screen {
        let content: BehaviourSuite.Screen.Content? =
            switch stack.last {
            case .chatList: list?.state.map { .list(ListScreen($0)) }
            case .createChat: form?.state.map { .form(FormScreen($0)) }
            case .chat: chat?.state.map { .chat(ChatScreen($0, field: field)) }
            default: nil
            }
        return BehaviourSuite.Screen(
            content: content ?? .nothing,
            depth: stack.count,
            badge: badge,
            notifications: notifications
        )
    }

    private func performOnList(_ gesture: Gesture) {
        switch gesture {
        case .open(let row):
            guard let row = list?.state?.rows.first(where: { $0.id.text == row }) else { return }
            list?.module.send(.open(row.id))
        case .newChat: list?.module.send(.createChat)
        case .search(let text): list?.module.send(.search(text))
        case .showMore: list?.module.send(.showMore)
        case .type, .create, .send, .resend, .back: break
        }
    }

    private func performOnForm(_ gesture: Gesture) {
        switch gesture {
        case .type(let text): form?.module.send(.type(text))
        case .create: form?.module.send(.create)
        case .back: form?.module.send(.leave)
        case .open, .newChat, .send, .resend, .search, .showMore: break
        }
    }

    private func performOnChat(_ gesture: Gesture) async {
        switch gesture {
        case .type(let text):
            field = text
            chat?.module.send(.draft(text))
        case .send:
            // What was taken is no draft any more; what was not stays in the field.
            await chat?.module.perform(.send(field))
            field = chat?.state?.draft ?? ""
        case .resend(let row): chat?.module.send(.resend(MessageID(row)))
        case .showMore: chat?.module.send(.loadEarlier)
        case .back: chat?.module.send(.leave)
        case .open, .newChat, .create, .search: break
        }
    }

    /// Whatever the list shows while it is on top can be seen.
    private func seeRows() {
        guard stack.last == .chatList, let rows = list?.state?.rows.map(\.id), rows != seenRows else { return }
        seenRows = rows
        list?.module.send(.see(rows))
    }
}

extension VIPERDriver: AppInterface {
    func view(for module: AppModule) async -> RenderedScreen {
        if case .chatList(let module) = module {
            list = (module, nil)
            return module.rendered { await self.render($0) }
        }
        if case .createChat(let module) = module {
            form = (module, nil)
            return module.rendered { await self.render($0) }
        }
        guard case .chat(let module, _) = module else { return module.unseen }
        rowsBuiltBefore += chat?.module.rowBuildCount ?? 0
        chat = (module, nil)
        return module.rendered { await self.render($0) }
    }

    func show(_ stack: [AppScreen]) {
        self.stack = stack
        seeRows()
    }

    func show(badge: Int) {
        self.badge = badge
    }

    func notify(_ notification: AppNotification) {
        notifications.append(BehaviourSuite.Screen.Notification(title: notification.title, text: notification.text))
    }

    private func render(_ state: ChatListViewState) {
        viewUpdates += 1
        list?.state = state
        seeRows()
    }

    private func render(_ state: CreateChatViewState) {
        viewUpdates += 1
        form?.state = state
    }

    private func render(_ state: ChatViewState) {
        viewUpdates += 1
        if chat?.state == nil { field = state.draft }
        let rows = chat?.state?.rows.map(\.id)
        chat?.state = state
        if let last = state.rows.last?.id, rows != state.rows.map(\.id) { chat?.module.send(.see(last)) }
    }
}
