import BehaviourSuite
import ChatSession
import ChatStore
import DriverKit
import Foundation
import OneThread
import PhoneKit
import RuntimeKit
import ScreenKit

extension Architecture {
    /// Creates an architecture from an app that uses the shared engine and the shared views.
    init<App: PhoneApp>(name: String, _ app: App.Type, sources: Sources) {
        self.init(name: name, sources: sources, app: app) { phone in
            let database = try ChatDatabase(phone.disk)
            database.diskFault = phone.diskFault
            let session = Session(
                environment: phone.environment,
                database: database,
                service: phone.service,
                pushes: phone.pushes,
                sockets: phone.sockets
            )
            return PhoneDriver(environment: phone.environment) { queue in
                RunningApp<App>(session, phone.environment, queue)
            }
        }
    }
}

/// An app with its window.
struct RunningApp<App: PhoneApp> {
    let window = Window()
    let app: App

    init(_ session: Session, _ environment: ChatEnvironment, _ queue: MainQueue) {
        app = App(
            AppContext(
                window: window,
                session: session,
                environment: environment,
                queue: queue
            )
        )
    }
}

/// A driver for any phone app, which uses and observes it through its views.
struct PhoneDriver<App: PhoneApp>: AppDriver {
    private let thread: MainThread<RunningApp<App>>
    private let environment: ChatEnvironment

    init(environment: ChatEnvironment, _ launch: @Sendable (MainQueue) -> RunningApp<App>) {
        self.environment = environment
        thread = MainThread(launch)
    }

    func run() async {
        await thread.perform { $0.app.didFinishLaunching() }
        let days = CoalescingQueue<Void>()
        await withDiscardingTaskGroup { group in
            group.addTask { [environment] in await environment.followDays { days.post(()) } }
            group.addTask { [thread, environment] in
                let stopwatch = Stopwatch(clock: environment.clock)
                func time() -> (today: Date, setting: TimeInterval) {
                    (environment.today, environment.now().timeIntervalSince1970 - stopwatch.now / .seconds(1))
                }
                var known = time()
                while await !days.takeAll().isEmpty {
                    let now = time()
                    // A system reports each new day and each change of the clock, since the day may have changed in
                    // between.
                    let isSet = abs(now.setting - known.setting) > 1
                    let isNew = now.today != known.today || isSet
                    known = now
                    if isNew { await thread.perform { $0.app.significantTimeDidChange() } }
                }
            }
            await thread.run()
            group.cancelAll()
        }
    }

    func setFocus(_ isFocused: Bool) async {
        await thread.perform { $0.app.setActive(isFocused) }
    }

    func perform(_ gesture: Gesture) async {
        await thread.perform { running in
            guard let top = running.window.navigation.topViewController else { return }
            if gesture == .back { return top.didTapBack() }
            switch top.view {
            case let list as ChatListView: list.perform(gesture)
            case let form as CreateChatView: form.perform(gesture)
            case let chat as ChatView: chat.perform(gesture)
            default: break
            }
        }
    }

    var screen: DriverKit.Screen {
        get async { await thread.perform { DriverKit.Screen($0.window) } }
    }
}

extension ChatListView {
    fileprivate func perform(_ gesture: Gesture) {
        switch gesture {
        case .open(let row): table.tap { $0.id == row }
        case .newChat: newChatButton.tap()
        case .search(let text): searchField.type(text)
        case .showMore: table.scroll()
        default: break
        }
    }
}

extension CreateChatView {
    fileprivate func perform(_ gesture: Gesture) {
        switch gesture {
        case .type(let text): nameField.type(text)
        case .add: addButton.tap()
        case .create: createButton.tap()
        default: break
        }
    }
}

extension ChatView {
    fileprivate func perform(_ gesture: Gesture) {
        switch gesture {
        case .type(let text): field.type(text)
        case .send: sendButton.tap()
        case .resend(let row): table.tap { $0.id == row }
        case .delete(let row): table.perform(.delete) { $0.id == row }
        case .edit(let row, let text): table.perform(.edit(to: text)) { $0.id == row }
        case .reply(let row, let text): table.perform(.reply(with: text)) { $0.id == row }
        case .react(let row, let text): table.perform(.react(with: text)) { $0.id == row }
        case .mute(let isMuted): muteSwitch.turn(on: isMuted)
        case .showMore: table.scroll()
        default: break
        }
    }
}
