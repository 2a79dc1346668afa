import ChatStore
import Transport

/// The single entry for whatever happens to messages: changes the model, tells the listeners, and sets the endpoints to
/// work.
final class MessageEventRouter {
    private let controller: ModelController
    private let handler: EventHandler<MessageEvent>
    private let environment: ChatEnvironment
    /// Who asks the server; set once, when the app is put together.
    weak var endpoints: Endpoints?

    init(controller: ModelController, handler: EventHandler<MessageEvent>, environment: ChatEnvironment) {
        self.controller = controller
        self.handler = handler
        self.environment = environment
    }

    /// Returns false when the disk did not take the event; then the listeners hear of that instead.
    @discardableResult
    func route(_ event: MessageEvent) -> Bool {
        let hadStorageProblem = controller.model.storageProblem != nil
        do {
            let changes = try change(by: event)
            if let changes { tell(event, changes) } else if hadStorageProblem { tell(event, Changes()) }
            follow(event)
            return true
        } catch {
            didNotStore(event)
            return false
        }
    }

    /// Returns what has changed; nil when nothing has that is shown anywhere.
    private func change(by event: MessageEvent) throws -> Changes? {
        switch event {
        case .received(let updates): return try news(controller.apply(updates, isLive: true))
        case .typed(let text, let chat): try controller.setDraft(text, in: chat)
        case .sent(let chat):
            try controller.enqueueDraft(of: chat, as: environment.makeMessageID(), at: environment.now())
        case .resent(let message, let chat): try controller.requeue(message, in: chat, at: environment.now())
        case .seen(let chat): guard try controller.markRead(chat) else { return nil }
        case .earlierAsked(let chat): controller.setProblem(nil, in: chat)
        case .accepted(let message, let chat): return try news(controller.apply([message], in: chat))
        case .refused(let message, let chat, let reason): try controller.fail(message, in: chat, reason: reason)
        case .pageLoaded(let page, let gap): return try news(controller.apply(page, for: gap))
        case .earlierFailed(let chat, let reason): controller.setProblem(reason, in: chat)
        case .foundOnServer: return nil
        case .announced, .notStored: break
        }
        return Changes()
    }

    private func tell(_ event: MessageEvent, _ changes: Changes) {
        handler.handle(event, controller.model)
        for (chat, message) in changes.announced {
            handler.handle(.announced(message, in: chat), controller.model)
        }
        endpoints?.history.fill(changes.gaps)
    }

    private func news(_ changes: Changes) -> Changes? {
        changes.isEmpty ? nil : changes
    }

    /// Sets the endpoints to work.
    private func follow(_ event: MessageEvent) {
        guard let endpoints else { return }
        switch event {
        case .sent(let chat), .resent(_, let chat): endpoints.outbox.send(in: chat)
        case .seen(let chat): endpoints.receipts.send(in: chat)
        case .earlierAsked(let chat): endpoints.history.loadEarlier(in: chat)
        case .foundOnServer: endpoints.sync.syncNow()
        case .received, .announced, .typed, .accepted, .refused, .pageLoaded, .earlierFailed, .notStored: break
        }
    }

    private func didNotStore(_ event: MessageEvent) {
        switch event {
        case .seen:
            // Telling would draw the chat once more, where it would be seen once more.
            break
        case .received:
            handler.handle(.notStored, controller.model)
            // What cannot be stored now is asked for again.
            endpoints?.sync.syncNow()
        default:
            handler.handle(.notStored, controller.model)
        }
    }
}
