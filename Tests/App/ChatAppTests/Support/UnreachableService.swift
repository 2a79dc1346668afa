import ChatTypes
import Transport

/// A server that answers no request but those that a conforming type adds.
protocol UnreachableService: ChatService {}

extension UnreachableService {
    func sync(since cursor: SyncCursor?) async throws -> SyncPage { throw ServiceError.unreachable }
    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage { throw ServiceError.unreachable }
    func contacts(matching text: String, limit: Int) async throws -> [Contact] { throw ServiceError.unreachable }
    func picture(of contact: ContactID) async throws -> Picture? { throw ServiceError.unreachable }
    func createChat(with name: String) async throws -> ChatHeader { throw ServiceError.unreachable }
    func send(_ message: OutgoingMessage) async throws -> Message { throw ServiceError.unreachable }
    func markRead(_ chat: ChatID, upTo message: MessageID, in scope: ReceiptScope) async throws {
        throw ServiceError.unreachable
    }
    func setPresence(_ presence: Presence) async throws { throw ServiceError.unreachable }
}

/// A server that answers no request.
struct AwayServer: UnreachableService {}

/// The live connections to a server that is away.
struct NoNews: PushSource, SocketSource {
    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws { throw ServiceError.unreachable }
    func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws {
        throw ServiceError.unreachable
    }
}
