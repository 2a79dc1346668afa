import BehaviourSuite
import ChatStore
import ChatTypes
import DriverKit
import Transport

/// A server connection in which some requests fail.
struct BrokenServiceFake: ChatService {
    let base: any ChatService
    var dropsReceipts = false
    var refusesPages = false

    func sync(since cursor: SyncCursor?) async throws -> SyncPage { try await base.sync(since: cursor) }

    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage {
        if refusesPages { throw ServiceError.refused(.unknownCursor, text: "No") }
        return try await base.page(of: chat, before: cursor)
    }

    func contacts(matching text: String, limit: Int) async throws -> [Contact] {
        try await base.contacts(matching: text, limit: limit)
    }

    func picture(of contact: ContactID) async throws -> Picture? { try await base.picture(of: contact) }
    func createChat(with name: String) async throws -> ChatHeader { try await base.createChat(with: name) }
    func send(_ message: OutgoingMessage) async throws -> Message { try await base.send(message) }

    func markRead(_ chat: ChatID, upTo message: MessageID, in scope: ReceiptScope) async throws {
        if !dropsReceipts { try await base.markRead(chat, upTo: message, in: scope) }
    }

    func annotate(_ annotation: OutgoingAnnotation) async throws -> Annotation { try await base.annotate(annotation) }
    func setTyping(_ isTyping: Bool, in chat: ChatID) async throws { try await base.setTyping(isTyping, in: chat) }
    func setPresence(_ presence: Presence) async throws { try await base.setPresence(presence) }
}

/// Live sources that never connect.
struct DeadLineFake: PushSource, SocketSource {
    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        throw ServiceError.unauthorized(text: "logged out")
    }

    func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws {
        throw ServiceError.unauthorized(text: "logged out")
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
