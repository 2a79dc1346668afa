import Chat
import ChatApp
import ChatList
import ChatSession
import Synchronization
import Transport

/// A view that only keeps what it was last given.
final class LastState<State: Sendable>: Sendable {
    private let state = Mutex<State?>(nil)

    var value: State? { state.withLock { $0 } }
    fileprivate func set(_ new: State) { state.withLock { $0 = new } }
}

extension LastState: ChatListView where State == ChatListViewState {
    func render(_ state: ChatListViewState) { set(state) }
}

extension LastState: ChatView where State == ChatViewState {
    func render(_ state: ChatViewState) { set(state) }
}

/// A router of a screen that nobody touches.
struct NoRouter: ChatListRouting, ChatRouting {
    func openChat(_ chat: ChatID) {}
    func createChat() {}
    func leave() {}
}

/// A chat's model without its socket, and without telling anybody what was seen.
struct Unattended: ForwardingChatModel {
    let inner: any ChatModel

    func attend(_ chat: ChatID) async {}
    func markRead(_ chat: ChatID, upTo message: MessageID) async throws {}
}
