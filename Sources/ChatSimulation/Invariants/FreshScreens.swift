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

/// The session as a chat's model, without its socket.
struct Unattended: ChatModel {
    let session: Session

    func attend(_ chat: ChatID) async {}
    func chatChanges(in chat: ChatID) -> AsyncStream<Void> { session.chatChanges(in: chat) }
    func content(of chat: ChatID, limit: Int) async throws -> ChatContent? {
        try await session.content(of: chat, limit: limit)
    }
    func send(_ text: String, to chat: ChatID) async throws -> MessageID { try await session.send(text, to: chat) }
    func resend(_ message: MessageID, in chat: ChatID) async throws {}
    func markRead(_ chat: ChatID, upTo message: MessageID) async throws {}
    func loadEarlier(in chat: ChatID) async throws {}
    func saveDraft(_ text: String, in chat: ChatID) async throws {}
}
