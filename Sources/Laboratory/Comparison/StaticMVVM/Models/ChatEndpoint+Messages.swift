import ChatSession
import ChatTypes
import OneThread
import PhoneKit

/// Requests about messages.
extension ChatEndpoint {
    /// A queue for each chat of the changes to it, in the order in which the user made them.
    private static let changes = Static([ChatID: SerialQueue]())

    static func keepDraft(_ text: String, in chat: ChatID) {
        if !text.isEmpty { AppProcess.current?.context.session.noteTyping(in: chat) }
        change(chat) { try await $0.saveDraft(text, in: chat) }
    }

    static func send(_ text: String, to chat: ChatID) {
        if let error = TextError(of: text) { return MessageEventRouter.route(event: .failed(in: chat, error)) }
        MessageEventRouter.route(event: .sending(in: chat))
        change(chat) {
            try await $0.send(text, to: chat)
        } orElse: {
            .failedSending(text, in: chat, $0)
        }
    }

    static func read(upTo message: MessageID, in chat: ChatID) {
        guard let context = AppProcess.current?.context else { return }
        context.queue.run { [session = context.session] in _ = try? await session.markRead(chat, upTo: message) }
    }

    static func fetchEarlier(in chat: ChatID) {
        guard let context = AppProcess.current?.context else { return }
        context.queue.request { [session = context.session] in
            try await session.loadEarlier(in: chat)
        } receive: { result in
            switch result {
            case .success: ChatWebSocketController.showEarlier(in: chat)
            case .failure(let error): MessageEventRouter.route(event: .failed(in: chat, error))
            }
        }
    }

    /// Changes a chat after all earlier changes, and routes an event if that fails.
    static func change<Value: Sendable>(
        _ chat: ChatID,
        _ work: @escaping @Sendable (Session) async throws -> Value,
        orElse event: ((any Error) -> MessageEvent)? = nil
    ) {
        guard let context = AppProcess.current?.context else { return }
        let queue = changes.value[chat] ?? SerialQueue(on: context.queue)
        changes.value[chat] = queue
        queue.request { [session = context.session] in
            try await work(session)
        } receive: { result in
            guard case .failure(let error) = result else { return }
            MessageEventRouter.route(event: event?(error) ?? .failed(in: chat, error))
        }
    }
}
