import Chat
import ChatApp
import ChatList
import ChatSession
import ChatTypes
import ScreenKit
import Synchronization

/// A view that stores the last state it was given.
final class LastState<State: Sendable & Equatable>: ScreenView {
    private let state = Mutex<State?>(nil)

    var value: State? { state.withLock { $0 } }
    func render(_ new: State) { state.withLock { $0 = new } }
}

/// A router for a screen that never navigates.
struct NoRouter<Route: Sendable>: Router {
    func follow(_ route: Route) {}
}

/// A chat model that opens no connection and sends no read receipts.
struct Unattended: ForwardingChatModel {
    let inner: any ChatModel

    func connect(to chat: ChatID) async {}
    func markRead(_ chat: ChatID, upTo message: MessageID) async throws -> Bool { true }
}
