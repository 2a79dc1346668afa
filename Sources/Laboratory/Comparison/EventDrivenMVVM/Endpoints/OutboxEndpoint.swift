import ChatStore
import OneThread
import Transport

/// POST of what waits to be sent: chat by chat, first in, first out, whether or not the chat is on screen.
final class OutboxEndpoint {
    private let service: any ChatService
    private let queue: MainQueue
    private let controller: ModelController
    private let router: MessageEventRouter
    private var line: RequestLine?

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
        line = RequestLine(queue: queue, environment: environment) { [weak self] in self?.sendNext(in: $0, $1) }
    }

    /// Sends what waited when the app was last quit.
    func start() {
        for chat in (try? controller.database.read({ try $0.chatsWithMessagesToSend() })) ?? [] { send(in: chat) }
    }

    func send(in chat: ChatID) {
        line?.start(chat)
    }

    private func sendNext(in chat: ChatID, _ done: @escaping (RequestLine.Outcome) -> Void) {
        do {
            guard let message = try controller.database.read({ try $0.nextMessageToSend(in: chat) }) else {
                return done(.nothingLeft)
            }
            queue.request { [service] in
                try await service.send(message)
            } receive: { [weak self] result in
                if let self { done(take(result, for: message)) }
            }
        } catch {
            done(.failed(error))
        }
    }

    private func take(_ result: Result<Message, any Error>, for message: OutgoingMessage) -> RequestLine.Outcome {
        switch result {
        case .success(let accepted):
            router.route(.accepted(accepted, in: message.chat))
        case .failure(ServiceError.refused(.duplicate, _)):
            router.route(.foundOnServer(message.id, in: message.chat))
        case .failure(ServiceError.refused(_, let text)):
            router.route(.refused(message.id, in: message.chat, reason: text))
        case .failure(let error):
            return .failed(error)
        }
        // Whatever the reason why it still waits, the server must not be asked in a tight loop.
        let next = try? controller.database.read { try $0.nextMessageToSend(in: message.chat) }
        return next?.id == message.id ? .failed(ServiceError.responseLost) : .done
    }
}
