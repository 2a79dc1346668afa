import ChatTypes
import RuntimeKit
import Synchronization
import Transport

/// A server that is always reachable and only pushes the updates it is given.
final class ScriptedServer: ChatService, PushSource, SocketSource {
    enum Event: Hashable, Sendable {
        /// The app has processed the last push and waits for the next.
        case acknowledged
        /// The app has made a request.
        case asked(String)
    }

    private let pushed = CoalescingQueue<ChatUpdate>()
    private let events = Mutex<[Event]>([])

    func push(_ update: ChatUpdate) {
        pushed.post(update)
    }

    /// Returns the events since the last call.
    func takeEvents() -> [Event] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }

    private func note(_ event: Event) {
        events.withLock { $0.append(event) }
    }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        await body(.opened)
        while true {
            let waiting = await pushed.takeAll()
            if waiting.isEmpty { throw CancellationError() }
            await body(.updates(waiting))
            note(.acknowledged)
        }
    }

    func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws {
        await body(.opened)
        _ = await CoalescingQueue<Void>().takeAll()
        throw CancellationError()
    }

    func sync(since cursor: SyncCursor?) async throws -> SyncPage {
        note(.asked("sync"))
        return SyncPage(updates: [], next: SyncCursor("now"), isComplete: true)
    }

    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage {
        note(.asked("earlier messages"))
        return MessagePage(messages: [], next: nil)
    }

    func contacts(matching text: String, limit: Int) async throws -> [Contact] { [] }

    func picture(of contact: ContactID) async throws -> Picture? {
        note(.asked("a picture"))
        return nil
    }

    func createChat(with name: String) async throws -> ChatHeader { throw ServiceError.unreachable }
    func send(_ message: OutgoingMessage) async throws -> Message { throw ServiceError.unreachable }

    func markRead(_ chat: ChatID, upTo message: MessageID) async throws {
        note(.asked("mark as read"))
    }

    func setPresence(_ presence: Presence) async throws {}
}
