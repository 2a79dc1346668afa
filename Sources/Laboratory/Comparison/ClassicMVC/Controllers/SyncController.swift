import ChatStore
import OneThread
import Transport

/// Asks the server what changed: at once, whenever a connection opens, and at least every minute.
final class SyncController {
    private unowned let app: AppController
    private var retry: RetryModel
    private var isSyncing = false
    private var isRequested = false
    private var timer: Work?

    init(app: AppController) {
        self.app = app
        retry = RetryModel(random: app.environment.random)
    }

    func start() {
        syncNow()
    }

    func syncNow() {
        guard !isSyncing else {
            isRequested = true
            return
        }
        timer?.cancel()
        isSyncing = true
        do {
            sync(since: try app.model.database.read { try $0.syncCursor() })
        } catch {
            didFail(error)
        }
    }

    /// A connection broke: whether the server is there is not known any more.
    func connectionDidDrop() {
        if app.model.connection.requests == .working { show(.untried) }
    }

    private func sync(since cursor: SyncCursor?) {
        app.queue.request { [service = app.service] in
            try await service.sync(since: cursor)
        } receive: { [weak self] result in
            guard let self else { return }
            do {
                try take(result.get(), after: cursor)
            } catch ServiceError.refused(.unknownCursor, _) where cursor != nil {
                sync(since: nil)
            } catch {
                didFail(error)
            }
        }
    }

    private func take(_ page: SyncPage, after cursor: SyncCursor?) throws {
        let navigation = app.navigation
        let changes = try app.model.apply(page.updates, syncedTo: page.next) {
            navigation.chatController(for: $0) != nil
        }
        app.push.tell(changes.chats.map(\.id))
        for chat in changes.gaps { app.history.fill(chat) }
        guard page.isComplete || page.next == cursor else { return sync(since: page.next) }
        retry.reset()
        show(.working)
        finish(nextIn: .seconds(60))
    }

    private func didFail(_ error: any Error) {
        show(.failing(error as? ServiceError ?? .unreachable))
        finish(nextIn: retry.delay(after: error))
    }

    private func finish(nextIn delay: Duration) {
        isSyncing = false
        let pause = isRequested ? .zero : delay
        isRequested = false
        timer = app.queue.after(pause, on: app.environment.clock) { [weak self] in self?.syncNow() }
    }

    private func show(_ requests: Connection.Requests) {
        guard requests != app.model.connection.requests else { return }
        app.model.connection.requests = requests
        app.updateAll()
    }
}
