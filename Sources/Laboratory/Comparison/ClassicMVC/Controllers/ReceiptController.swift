import ChatStore
import OneThread
import Transport

/// Tells the server how far we have read; a later receipt takes the place of an earlier one that has not gone out.
final class ReceiptController {
    private unowned let app: AppController
    private var sending: Set<ChatID> = []

    init(app: AppController) {
        self.app = app
    }

    /// Sends what was due when the app was last quit.
    func start() {
        for due in (try? app.model.database.read({ try $0.dueReceipts() })) ?? [] { send(in: due.chat) }
    }

    func send(in chat: ChatID) {
        guard sending.insert(chat).inserted else { return }
        sendNext(in: chat, RetryModel(random: app.environment.random))
    }

    private func sendNext(in chat: ChatID, _ retry: RetryModel) {
        do {
            guard let due = try app.model.database.read({ try $0.dueReceipt(in: chat) }) else {
                sending.remove(chat)
                return
            }
            let service = app.service
            app.queue.request {
                try await service.markRead(chat, upTo: due.message)
            } receive: { [weak self] result in
                self?.take(result, for: due, retry)
            }
        } catch {
            tryAgain(in: chat, after: error, retry)
        }
    }

    private func take(_ result: Result<Void, any Error>, for due: DueReceipt, _ retry: RetryModel) {
        do {
            do { try result.get() } catch ServiceError.refused {
                // It will be refused for ever; the next message read makes a new one.
            }
            try app.model.database.write { try $0.settleReceipt(for: due.message, in: due.chat) }
            sendNext(in: due.chat, RetryModel(random: app.environment.random))
        } catch {
            tryAgain(in: due.chat, after: error, retry)
        }
    }

    private func tryAgain(in chat: ChatID, after error: any Error, _ retry: RetryModel) {
        var retry = retry
        app.queue.after(retry.delay(after: error), on: app.environment.clock) { [weak self, retry] in
            self?.sendNext(in: chat, retry)
        }
    }
}
