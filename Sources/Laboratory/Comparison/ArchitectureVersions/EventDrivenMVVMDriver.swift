import BehaviourSuite
import ChatStore
import EventDrivenMVVM
import OneThread
import Transport

extension Version {
    /// Events that routers take in and handlers pass on; views that show immutable view models, built anew each time.
    static let eventDrivenMVVM = Version(name: "Event-driven MVVM", sources: eventDrivenMVVMSources) { phone in
        EventDrivenMVVMDriver(
            thread: try MainThread { queue in
                EventDrivenApp(
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

    private static let eventDrivenMVVMSources = Sources(
        folders: ["Sources/Laboratory/Comparison/EventDrivenMVVM"],
        screens: ["ChatListView", "CreateChatView", "ChatView"]
    )
}

/// The MVVM app, touched and looked at through its view models.
struct EventDrivenMVVMDriver: AppDriver {
    let thread: MainThread<EventDrivenApp>

    func run() async {
        await thread.perform { $0.launch() }
        await thread.run()
    }

    func setFocus(_ isFocused: Bool) async {
        await thread.perform { $0.setFocused(isFocused) }
    }

    func perform(_ gesture: Gesture) async {
        await thread.perform { app in
            switch app.window.screen {
            case .chatList(let view): view.viewModel.perform(gesture)
            case .createChat(let view): view.viewModel.perform(gesture)
            case .chat(let view): view.viewModel.perform(gesture)
            case nil: break
            }
        }
    }

    var screen: Screen {
        get async {
            await thread.perform { app in
                Screen(
                    content: app.window.screen.map(Screen.Content.init) ?? .nothing,
                    depth: app.window.depth,
                    badge: app.window.badge,
                    notifications: app.window.banners.map { Screen.Notification(title: $0.title, text: $0.text) }
                )
            }
        }
    }

    var cost: DrawingCost {
        get async {
            await thread.perform {
                DrawingCost(viewUpdates: $0.drawing.updateCount, rowsBuilt: $0.drawing.rowCount)
            }
        }
    }
}

extension ChatListViewModel {
    fileprivate func perform(_ gesture: Gesture) {
        switch gesture {
        case .open(let row): rows.first { $0.id == row }?.open()
        case .newChat: openForm()
        case .search(let text): search(text)
        case .type, .create, .send, .resend, .showMore, .back: break
        }
    }
}

extension CreateChatViewModel {
    fileprivate func perform(_ gesture: Gesture) {
        switch gesture {
        case .type(let text): type(text)
        case .create: create?()
        case .back: leave()
        case .open, .newChat, .send, .resend, .search, .showMore: break
        }
    }
}

extension ChatViewModel {
    fileprivate func perform(_ gesture: Gesture) {
        switch gesture {
        case .type(let text): type(text)
        case .send: send()
        case .resend(let row): messages.first { $0.id == row }?.resend?()
        case .showMore: showEarlier?()
        case .back: leave()
        case .open, .newChat, .create, .search: break
        }
    }
}
