import Chat
import ChatApp
import ChatList
import ChatSession
import ScreenKit
import Synchronization
import Transport

/// A view that only keeps what it was last given.
final class LastState<State: Sendable & Equatable>: ScreenView {
    private let state = Mutex<State?>(nil)

    var value: State? { state.withLock { $0 } }
    func render(_ new: State) { state.withLock { $0 = new } }
}

/// A router of a screen that is not used.
struct NoRouter<Route: Sendable>: Router {
    func follow(_ route: Route) {}
}

/// A chat's model without its socket, and without telling what was seen.
struct Unattended: ForwardingChatModel {
    let inner: any ChatModel

    func connect(to chat: ChatID) async {}
    func markRead(_ chat: ChatID, upTo message: MessageID) async throws -> Bool { true }
}
