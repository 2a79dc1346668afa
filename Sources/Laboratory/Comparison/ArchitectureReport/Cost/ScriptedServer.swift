import ChatTypes
import RuntimeKit
import Transport

/// A server that is always reachable and only pushes the updates it is given.
final class ScriptedServer: ChatService, PushSource, SocketSource {
    private let pushed = CoalescingQueue<ChatUpdate>()

    func push(_ update: ChatUpdate) {
        pushed.post(update)
    }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        await body(.opened)
        while true {
            let waiting = await pushed.takeAll()
            if waiting.isEmpty { throw CancellationError() }
            await body(.updates(waiting))
        }
    }

    func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws {
        await body(.opened)
        _ = await CoalescingQueue<Void>().takeAll()
        throw CancellationError()
    }

    func sync(since cursor: SyncCursor?) async throws -> SyncPage {
        SyncPage(updates: [], next: SyncCursor("now"), isComplete: true)
    }

    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage {
        MessagePage(messages: [], next: nil)
    }

    func contacts(matching text: String, limit: Int) async throws -> [Contact] { [] }

    func picture(of contact: ContactID) async throws -> Picture? { nil }

    func createChat(with name: String) async throws -> ChatHeader { throw ServiceError.unreachable }
    func send(_ message: OutgoingMessage) async throws -> Message { throw ServiceError.unreachable }

    func markRead(_ chat: ChatID, upTo message: MessageID) async throws {}

    func setPresence(_ presence: Presence) async throws {}
}
