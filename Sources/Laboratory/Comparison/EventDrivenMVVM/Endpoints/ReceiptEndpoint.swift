import ChatStore
import OneThread
import Transport

/// POST of how far we have read: a later receipt takes the place of an earlier one that has not gone out.
final class ReceiptEndpoint {
    private let service: any ChatService
    private let queue: MainQueue
    private let controller: ModelController
    private var line: RequestLine?

    init(service: any ChatService, queue: MainQueue, environment: ChatEnvironment, controller: ModelController) {
        self.service = service
        self.queue = queue
        self.controller = controller
        line = RequestLine(queue: queue, environment: environment) { [weak self] in self?.sendNext(in: $0, $1) }
    }

    /// Sends what was due when the app was last quit.
    func start() {
        for due in (try? controller.database.read({ try $0.dueReceipts() })) ?? [] { send(in: due.chat) }
    }

    func send(in chat: ChatID) {
        line?.start(chat)
    }

    private func sendNext(in chat: ChatID, _ done: @escaping (RequestLine.Outcome) -> Void) {
        do {
            guard let due = try controller.database.read({ try $0.dueReceipt(in: chat) }) else {
                return done(.nothingLeft)
            }
            queue.request { [service] in
                try await service.markRead(chat, upTo: due.message)
            } receive: { [weak self] result in
                if let self { done(take(result, for: due)) }
            }
        } catch {
            done(.failed(error))
        }
    }

    private func take(_ result: Result<Void, any Error>, for due: DueReceipt) -> RequestLine.Outcome {
        do {
            do { try result.get() } catch ServiceError.refused {
                // It will be refused for ever; the next message read makes a new one.
            }
            try controller.settle(due)
            return .done
        } catch {
            return .failed(error)
        }
    }
}
