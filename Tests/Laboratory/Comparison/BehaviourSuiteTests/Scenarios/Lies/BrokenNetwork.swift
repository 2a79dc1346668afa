import BehaviourSuite
import ChatStore
import ChatTypes
import Transport

/// A server connection in which some requests fail.
struct BrokenServiceFake: ChatService {
    let truth: any ChatService
    var dropsReceipts = false
    var refusesPages = false

    func sync(since cursor: SyncCursor?) async throws -> SyncPage { try await truth.sync(since: cursor) }

    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage {
        if refusesPages { throw ServiceError.refused(.unknownCursor, text: "No") }
        return try await truth.page(of: chat, before: cursor)
    }

    func contacts(matching text: String, limit: Int) async throws -> [Contact] {
        try await truth.contacts(matching: text, limit: limit)
    }

    func picture(of contact: ContactID) async throws -> Picture? { try await truth.picture(of: contact) }
    func createChat(with name: String) async throws -> ChatHeader { try await truth.createChat(with: name) }
    func send(_ message: OutgoingMessage) async throws -> Message { try await truth.send(message) }

    func markRead(_ chat: ChatID, upTo message: MessageID) async throws {
        if !dropsReceipts { try await truth.markRead(chat, upTo: message) }
    }

    func remove(_ message: MessageID, in chat: ChatID) async throws { try await truth.remove(message, in: chat) }
    func edit(_ edit: OutgoingEdit) async throws -> Edit { try await truth.edit(edit) }
    func setTyping(_ isTyping: Bool, in chat: ChatID) async throws { try await truth.setTyping(isTyping, in: chat) }
    func setPresence(_ presence: Presence) async throws { try await truth.setPresence(presence) }
}

/// Live sources that never connect.
struct DeadLineFake: PushSource, SocketSource {
    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws { throw ServiceError.unauthorized }

    func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws {
        throw ServiceError.unauthorized
    }
}

extension Phone {
    func replacing(
        disk: ChatDatabase.Location? = nil,
        service: (any ChatService)? = nil,
        pushes: (any PushSource)? = nil,
        sockets: (any SocketSource)? = nil
    ) -> Phone {
        Phone(
            environment: environment,
            disk: disk ?? self.disk,
            service: service ?? self.service,
            pushes: pushes ?? self.pushes,
            sockets: sockets ?? self.sockets
        )
    }
}
