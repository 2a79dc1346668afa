package import ChatStore
import Foundation
package import OneThread
package import Transport

/// Makes the app's other controllers, and is told what concerns the app as a whole.
package final class AppController {
    package let window = WindowView()
    package let navigation = NavigationController()
    let model: ChatListModel
    let environment: ChatEnvironment
    let service: any ChatService
    let sockets: any SocketSource
    let queue: MainQueue
    private(set) lazy var push = PushController(app: self)
    private(set) lazy var sync = SyncController(app: self)
    private(set) lazy var outbox = OutboxController(app: self)
    private(set) lazy var receipts = ReceiptController(app: self)
    private(set) lazy var history = HistoryController(app: self)
    let pushes: any PushSource
    private var presence: Work?

    package init(
        environment: ChatEnvironment,
        database: ChatDatabase,
        service: any ChatService,
        pushes: any PushSource,
        sockets: any SocketSource,
        queue: MainQueue
    ) {
        model = ChatListModel(database: database)
        self.environment = environment
        self.service = service
        self.pushes = pushes
        self.sockets = sockets
        self.queue = queue
    }

    /// Shows the list, and begins to talk to the server.
    package func didFinishLaunching() {
        navigation.push(ChatListController(app: self))
        push.connect()
        sync.start()
        outbox.start()
        receipts.start()
        history.start()
        waitForMidnight()
    }

    /// Says whether a person looks at the app.
    package func setActive(_ isActive: Bool) {
        guard isActive != model.isFocused else { return }
        model.isFocused = isActive
        presence?.cancel()
        send(isActive ? .active : .away, RetryModel(random: environment.random))
        updateAll()
    }

    /// The stack's screens show anew what they all depend on: connection, disk, day.
    func updateAll() {
        for controller in navigation.viewControllers { controller.update() }
    }

    private func send(_ latest: Presence, _ retry: RetryModel) {
        presence = queue.request { [service] in
            try await service.setPresence(latest)
        } receive: { [weak self] result in
            guard let self, case .failure(let error) = result, (error as? ServiceError)?.isTemporary != false else {
                return
            }
            var retry = retry
            presence = queue.after(retry.delay(after: error), on: environment.clock) { [weak self] in
                self?.send(latest, retry)
            }
        }
    }

    /// Looks at the wall clock at least every hour, since that clock may be set.
    private func waitForMidnight() {
        let (now, calendar) = (environment.now(), environment.calendar)
        let today = calendar.startOfDay(for: now)
        let midnight = calendar.date(byAdding: .day, value: 1, to: today) ?? now.addingTimeInterval(86_400)
        let pause = max(1, min(midnight.timeIntervalSince(now), 3600))
        queue.after(.seconds(pause), on: environment.clock) { [weak self] in
            guard let self else { return }
            if calendar.startOfDay(for: environment.now()) != today { updateAll() }
            waitForMidnight()
        }
    }
}
