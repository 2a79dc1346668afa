import ChatStore
import OneThread
import ScreenKit
import Transport

/// GET of what has changed: at once, whenever a connection opens, and at least every minute.
final class SyncEndpoint {
    private let service: any ChatService
    private let queue: MainQueue
    private let environment: ChatEnvironment
    private let controller: ModelController
    private let router: ChatEventRouter
    private var delay: RetryDelay
    private var isSyncing = false
    private var hasStartedOver = false
    /// Whether a sync was asked for while one was going on.
    private var isAskedAgain = false
    private var timer: Work?

    init(
        service: any ChatService,
        queue: MainQueue,
        environment: ChatEnvironment,
        controller: ModelController,
        router: ChatEventRouter
    ) {
        self.service = service
        self.queue = queue
        self.environment = environment
        self.controller = controller
        self.router = router
        delay = RetryDelay(random: environment.random)
    }

    func syncNow() {
        guard !isSyncing else {
            isAskedAgain = true
            return
        }
        timer?.cancel()
        (isSyncing, hasStartedOver) = (true, false)
        do { load(since: try controller.database.read { try $0.syncCursor() }) } catch {
            finish(nextIn: delay.next(after: error))
        }
    }

    private func load(since cursor: SyncCursor?) {
        queue.request { [service] in
            try await service.sync(since: cursor)
        } receive: { [weak self] result in
            self?.take(result, since: cursor)
        }
    }

    private func take(_ result: Result<SyncPage, any Error>, since cursor: SyncCursor?) {
        switch result {
        case .success(let page):
            guard router.route(.synced(page)) else {
                // The server is there; it is the disk that is not.
                return finish(nextIn: delay.next(after: ServiceError.responseLost))
            }
            guard page.isComplete || page.next == cursor else { return load(since: page.next) }
            delay.reset()
            router.route(.serverReached)
            finish(nextIn: .seconds(60))
        case .failure(ServiceError.refused(.unknownCursor, _)) where cursor != nil && !hasStartedOver:
            // The server has forgotten where we were: everything once more.
            hasStartedOver = true
            load(since: nil)
        case .failure(let error):
            router.route(.serverLost(error as? ServiceError ?? .unreachable))
            finish(nextIn: delay.next(after: error))
        }
    }

    private func finish(nextIn pause: Duration) {
        isSyncing = false
        let pause = isAskedAgain ? .zero : pause
        isAskedAgain = false
        timer = queue.after(pause, on: environment.clock) { [weak self] in self?.syncNow() }
    }
}
