import ChatStore
import OneThread
import ScreenKit
import Transport

/// GET of what is missing of a chat: by itself where messages are missing in between, when asked before the first.
final class HistoryEndpoint {
    private let service: any ChatService
    private let queue: MainQueue
    private let controller: ModelController
    private let router: MessageEventRouter
    private var line: RequestLine?
    private var chatsLoadingEarlier: Set<ChatID> = []

    init(
        service: any ChatService,
        queue: MainQueue,
        environment: ChatEnvironment,
        controller: ModelController,
        router: MessageEventRouter
    ) {
        self.service = service
        self.queue = queue
        self.controller = controller
        self.router = router
        line = RequestLine(queue: queue, environment: environment) { [weak self] in self?.fillNext(in: $0, $1) }
    }

    /// Goes on where the app was last quit.
    func start() {
        fill((try? controller.database.read { try $0.chatsWithGaps() }) ?? [])
    }

    func fill(_ chats: [ChatID]) {
        for chat in chats { line?.start(chat) }
    }

    /// Asks for the page before the first message that we hold.
    func loadEarlier(in chat: ChatID) {
        do {
            guard let gap = try controller.database.read({ try $0.earliestGap(in: chat) }),
                chatsLoadingEarlier.insert(chat).inserted
            else { return }
            load(gap, before: gap.cursor) { [weak self] error in
                self?.chatsLoadingEarlier.remove(chat)
                if let error { self?.router.route(.earlierFailed(in: chat, reason: errorText(error))) }
            }
        } catch {
            router.route(.earlierFailed(in: chat, reason: errorText(error)))
        }
    }

    private func fillNext(in chat: ChatID, _ done: @escaping (RequestLine.Outcome) -> Void) {
        do {
            guard let gap = try controller.database.read({ try $0.gapToFill(in: chat) }) else {
                return done(.nothingLeft)
            }
            load(gap, before: gap.cursor) { [weak self] error in
                switch error {
                case ServiceError.refused?: done(.nothingLeft)
                case let error?: done(.failed(error))
                case nil:
                    // A server that answers without getting anywhere must not be asked in a tight loop.
                    let next = try? self?.controller.database.read { try $0.gapToFill(in: chat) }
                    done(next == gap ? .failed(ServiceError.responseLost) : .done)
                }
            }
        } catch {
            done(.failed(error))
        }
    }

    /// Brings in one page, passing over pages that are empty but not the last.
    private func load(
        _ gap: Gap,
        before cursor: PageCursor,
        pageCount: Int = 1,
        _ completion: @escaping ((any Error)?) -> Void
    ) {
        queue.request { [service] in
            try await service.page(of: gap.chat, before: cursor)
        } receive: { [weak self] result in
            switch result {
            case .failure(let error):
                completion(error)
            case .success(let page):
                if page.messages.isEmpty, let next = page.next, pageCount < Self.emptyPageLimit {
                    self?.load(gap, before: next, pageCount: pageCount + 1, completion)
                } else {
                    self?.router.route(.pageLoaded(page, for: gap))
                    completion(nil)
                }
            }
        }
    }

    private static var emptyPageLimit: Int { 100 }
}
