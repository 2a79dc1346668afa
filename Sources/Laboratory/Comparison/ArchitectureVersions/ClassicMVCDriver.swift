import BehaviourSuite
import ChatStore
import ClassicMVC
import OneThread
import Transport

extension Version {
    /// Models, views with delegates, and controllers that do the rest, all on one thread.
    static let classicMVC = Version(name: "Classic MVC", sources: classicMVCSources) { phone in
        ClassicMVCDriver(
            thread: try MainThread { queue in
                AppController(
                    environment: phone.environment,
                    database: try ChatDatabase(phone.disk),
                    service: phone.service,
                    pushes: phone.pushes,
                    sockets: phone.sockets,
                    queue: queue
                )
            }
        )
    }

    private static let classicMVCSources = Sources(
        folders: ["Sources/Laboratory/Comparison/ClassicMVC"],
        screens: ["ChatListController", "CreateChatController", "ChatController"]
    )
}

/// The MVC app, touched and looked at through its views.
struct ClassicMVCDriver: AppDriver {
    let thread: MainThread<AppController>

    func run() async {
        await thread.perform { $0.didFinishLaunching() }
        await thread.run()
    }

    func setFocus(_ isFocused: Bool) async {
        await thread.perform { $0.setActive(isFocused) }
    }

    func perform(_ gesture: Gesture) async {
        await thread.perform { app in
            switch app.navigation.top {
            case let list as ChatListController: list.view.perform(gesture)
            case let form as CreateChatController: form.view.perform(gesture)
            case let chat as ChatController: chat.view.perform(gesture)
            default: break
            }
        }
    }

    var screen: Screen {
        get async {
            await thread.perform { app in
                Screen(
                    content: app.navigation.top.map(Screen.Content.init) ?? .nothing,
                    depth: app.navigation.viewControllers.count,
                    badge: app.window.badge,
                    notifications: app.window.banners.map { Screen.Notification(title: $0.title, text: $0.text) }
                )
            }
        }
    }

    var cost: DrawingCost {
        get async {
            await thread.perform {
                DrawingCost(viewUpdates: $0.window.updateCount, rowsBuilt: $0.window.rowCount)
            }
        }
    }
}

extension ChatListView {
    fileprivate func perform(_ gesture: Gesture) {
        switch gesture {
        case .open(let row):
            guard case .loaded(let cells, _) = state, let cell = cells.first(where: { $0.id == row }) else { return }
            tap(cell.chat)
        case .newChat: tapNewChat()
        case .search(let text): search(text)
        case .type, .create, .send, .resend, .showMore, .back: break
        }
    }
}

extension CreateChatView {
    fileprivate func perform(_ gesture: Gesture) {
        switch gesture {
        case .type(let text): type(text)
        case .create: tapCreate()
        case .back: tapBack()
        case .open, .newChat, .send, .resend, .search, .showMore: break
        }
    }
}

extension ChatView {
    fileprivate func perform(_ gesture: Gesture) {
        switch gesture {
        case .type(let text): type(text)
        case .send: tapSend()
        case .resend(let row): tapResend(MessageID(row))
        case .showMore: tapEarlier()
        case .back: tapBack()
        case .open, .newChat, .create, .search: break
        }
    }
}
