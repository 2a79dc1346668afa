import ChatTypes
import RuntimeKit
import Transport

/// A server that only pushes the updates given to it.
final class ServerFake: ChatService, PushSource, SocketSource {
    private let pushed = CoalescingQueue<[ChatUpdate]>()
    private let bursts = CoalescingQueue<(count: Int, news: @Sendable (Int) -> ChatUpdate)>()

    /// Pushes updates. Those waiting are delivered together, as by a connection, so the slower the reader, the fewer
    /// batches in a burst.
    func push(_ updates: [ChatUpdate]) {
        pushed.post(updates)
    }

    /// Pushes `count` updates as fast as they are accepted, a thousand at a time. The rest waits in the network, not
    /// in this process.
    func pushBurst(of count: Int, news: @escaping @Sendable (Int) -> ChatUpdate) {
        bursts.post((count, news))
        pushed.post([])
    }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        while true {
            let waiting = await pushed.takeAll()
            if waiting.isEmpty { throw CancellationError() }
            await body(.updates(waiting.flatMap(\.self)))
            for burst in bursts.drain() {
                for first in stride(from: 0, to: burst.count, by: 1000) {
                    await body(.updates((first..<min(first + 1000, burst.count)).map(burst.news)))
                }
            }
        }
    }

    func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws {
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
    func markRead(_ chat: ChatID, upTo message: MessageID, in scope: ReceiptScope) async throws {}
    func setPresence(_ presence: Presence) async throws {}
}
