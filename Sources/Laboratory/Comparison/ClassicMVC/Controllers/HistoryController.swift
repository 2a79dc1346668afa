import ChatStore
import OneThread
import Transport

/// Brings in what is missing of a chat: by itself where messages are missing in between, on request before the first.
final class HistoryController {
    private unowned let app: AppController
    private var filling: Set<ChatID> = []

    init(app: AppController) {
        self.app = app
    }

    /// Goes on where the app was last quit.
    func start() {
        for chat in (try? app.model.database.read({ try $0.chatsWithGaps() })) ?? [] { fill(chat) }
    }

    func fill(_ chat: ChatID) {
        guard filling.insert(chat).inserted else { return }
        fillNext(in: chat, after: nil, RetryModel(random: app.environment.random))
    }

    /// Asks for the page before the first message that we hold.
    func loadEarlier(in chat: ChatID, _ completion: @escaping ((any Error)?) -> Void) {
        do {
            guard let gap = try app.model.database.read({ try $0.earliestGap(in: chat) }) else {
                return completion(nil)
            }
            load(gap, before: gap.cursor, completion)
        } catch {
            completion(error)
        }
    }

    private func fillNext(in chat: ChatID, after previous: Gap?, _ retry: RetryModel) {
        do {
            guard let gap = try app.model.database.read({ try $0.gapToFill(in: chat) }) else {
                filling.remove(chat)
                return
            }
            // A server that answers without getting anywhere must not be asked in a tight loop.
            if gap == previous { return tryAgain(in: chat, after: ServiceError.responseLost, retry) }
            load(gap, before: gap.cursor) { [weak self] error in
                guard let self else { return }
                switch error {
                case nil: fillNext(in: chat, after: gap, retry)
                case ServiceError.refused?: filling.remove(chat)
                case let error?: tryAgain(in: chat, after: error, retry)
                }
            }
        } catch {
            tryAgain(in: chat, after: error, retry)
        }
    }

    private func tryAgain(in chat: ChatID, after error: any Error, _ retry: RetryModel) {
        var retry = retry
        app.queue.after(retry.delay(after: error), on: app.environment.clock) { [weak self, retry] in
            self?.fillNext(in: chat, after: nil, retry)
        }
    }

    private func load(
        _ gap: Gap,
        before cursor: PageCursor,
        pageCount: Int = 1,
        _ completion: @escaping ((any Error)?) -> Void
    ) {
        let service = app.service
        app.queue.request {
            try await service.page(of: gap.chat, before: cursor)
        } receive: { [weak self] result in
            guard let self else { return }
            do {
                let page = try result.get()
                // An empty page is passed over unless it is the last.
                if page.messages.isEmpty, let next = page.next, pageCount < Self.emptyPageLimit {
                    return load(gap, before: next, pageCount: pageCount + 1, completion)
                }
                try take(page, for: gap)
                completion(nil)
            } catch {
                completion(error)
            }
        }
    }

    private func take(_ page: MessagePage, for gap: Gap) throws {
        if page.messages.isEmpty {
            if page.next == nil {
                try app.model.change(gap.chat) { try $0.closeGap(before: gap.position, in: gap.chat) }
            }
        } else if let header = try app.model.database.read({ try $0.chat(gap.chat) }) {
            let changes = try app.model.apply([ChatUpdate(chat: header, messages: page.messages)])
            for chat in changes.gaps where chat != gap.chat { fill(chat) }
        }
        app.push.tell([gap.chat])
    }

    private static var emptyPageLimit: Int { 100 }
}
