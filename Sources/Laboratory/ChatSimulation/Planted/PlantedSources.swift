import ChatApp
import SimulationKit
import Synchronization
import Transport

/// Gives a message another id with each attempt to send it.
final class ForgetfulService: ChatService {
    private let inner: SeverableTransport
    private let attempts = Mutex<[MessageID: Int]>([:])

    init(inner: SeverableTransport) {
        self.inner = inner
    }

    func send(_ message: OutgoingMessage) async throws -> Message {
        let attempt = attempts.withLock { attempts in
            attempts[message.id, default: 0] += 1
            return attempts[message.id] ?? 1
        }
        let id = attempt == 1 ? message.id : MessageID("\(message.id) attempt \(attempt)")
        return try await inner.send(OutgoingMessage(id: id, chat: message.chat, text: message.text))
    }

    func sync(since cursor: SyncCursor?) async throws -> SyncPage { try await inner.sync(since: cursor) }
    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage {
        try await inner.page(of: chat, before: cursor)
    }
    func contacts(matching text: String, limit: Int) async throws -> [Contact] {
        try await inner.contacts(matching: text, limit: limit)
    }
    func picture(of contact: ContactID) async throws -> Picture? { try await inner.picture(of: contact) }
    func createChat(with name: String) async throws -> ChatHeader { try await inner.createChat(with: name) }
    func markRead(_ chat: ChatID, upTo message: MessageID) async throws {
        try await inner.markRead(chat, upTo: message)
    }
    func setPresence(_ presence: Presence) async throws { try await inner.setPresence(presence) }
}

/// Keeps a socket open after the screen that asked for it has gone.
final class LingeringSockets: SocketSource {
    private let inner: SeverableTransport
    private let executor: SimulationExecutor

    init(inner: SeverableTransport, executor: SimulationExecutor) {
        (self.inner, self.executor) = (inner, executor)
    }

    func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws {
        Task(executorPreference: executor) { [inner] in try await inner.connect(to: chat) { _ in } }
        try await inner.connect(to: chat, body)
    }
}

/// Tells the person of a message before it is stored.
final class HastyPushes: PushSource {
    private let inner: SeverableTransport
    private let interface: InterfaceSpy

    init(inner: SeverableTransport, interface: InterfaceSpy) {
        (self.inner, self.interface) = (inner, interface)
        interface.passOverRepeats()
    }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        try await inner.receive { [interface] event in
            if case .updates(let updates) = event {
                for update in updates where !interface.isLookedAt(update.chat.id) {
                    for message in update.messages where message.author == .contact {
                        let name = update.chat.contact.name
                        let text = previewText(of: message.text, imageCount: message.imageCount)
                        interface.notify(
                            AppNotification(id: message.id, chat: update.chat.id, title: name, text: text)
                        )
                    }
                }
            }
            await body(event)
        }
    }
}
