import ChatStore
import OneThread
import Transport

/// Sends what waits, chat by chat, first in, first out, whether or not the chat's screen is still there.
final class OutboxController {
    private unowned let app: AppController
    private var sending: Set<ChatID> = []

    init(app: AppController) {
        self.app = app
    }

    /// Sends what waited when the app was last quit.
    func start() {
        for chat in (try? app.model.database.read({ try $0.chatsWithMessagesToSend() })) ?? [] { send(in: chat) }
    }

    func send(in chat: ChatID) {
        guard sending.insert(chat).inserted else { return }
        sendNext(in: chat, after: nil, RetryModel(random: app.environment.random))
    }

    private func sendNext(in chat: ChatID, after previous: MessageID?, _ retry: RetryModel) {
        do {
            guard let message = try app.model.database.read({ try $0.nextMessageToSend(in: chat) }) else {
                sending.remove(chat)
                return
            }
            // A server that says yes and means another message must not be asked in a tight loop.
            if message.id == previous { return tryAgain(in: chat, after: ServiceError.responseLost, retry) }
            send(message, previous == nil ? retry : RetryModel(random: app.environment.random))
        } catch {
            tryAgain(in: chat, after: error, retry)
        }
    }

    private func send(_ message: OutgoingMessage, _ retry: RetryModel) {
        app.queue.request { [service = app.service] in
            try await service.send(message)
        } receive: { [weak self] result in
            guard let self else { return }
            do {
                try take(result, for: message)
                sendNext(in: message.chat, after: message.id, retry)
            } catch {
                tryAgain(in: message.chat, after: error, retry)
            }
        }
    }

    private func take(_ result: Result<Message, any Error>, for message: OutgoingMessage) throws {
        do {
            let accepted = try result.get()
            guard let header = try app.model.database.read({ try $0.chat(message.chat) }) else { return }
            let changes = try app.model.apply([ChatUpdate(chat: header, messages: [accepted])])
            app.push.tell(changes.chats.map(\.id))
            for chat in changes.gaps { app.history.fill(chat) }
        } catch ServiceError.refused(.duplicate, let text) {
            // The server has it, so it counts as sent: its echo brings the position.
            app.sync.syncNow()
            throw ServiceError.refused(.duplicate, text: text)
        } catch ServiceError.refused(_, let text) {
            try app.model.change(message.chat) { try $0.markFailed(message.id, in: message.chat, reason: text) }
            app.push.tell([message.chat])
        }
    }

    private func tryAgain(in chat: ChatID, after error: any Error, _ retry: RetryModel) {
        var retry = retry
        app.queue.after(retry.delay(after: error), on: app.environment.clock) { [weak self, retry] in
            self?.sendNext(in: chat, after: nil, retry)
        }
    }
}
