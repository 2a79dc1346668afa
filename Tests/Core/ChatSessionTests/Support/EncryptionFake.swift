import ChatTypes
import RuntimeKit
import Synchronization
import Transport

/// The encryption of a server, with what it answers and what is asked of it.
final class EncryptionFake: ChatEncryption {
    struct State {
        /// The encrypted chats.
        var chats: [ChatID: ChatSecurity] = [:]
        var failure: ServiceError?
        fileprivate(set) var changes: [SecurityChange] = []
        fileprivate(set) var followed: [ChatID: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    var changes: [SecurityChange] { state.withLock(\.changes) }
    var followed: Set<ChatID> { state.withLock { Set($0.followed.keys) } }

    /// Changes the state and reports the change to those who follow a chat.
    func change(_ body: (inout sending State) -> Void) {
        let followers = state.withLock { state in
            body(&state)
            return Array(state.followed.values)
        }
        for follower in followers { follower() }
    }

    func security(of chat: ChatID, messages: [MessageID], deviceLimit: Int) async throws -> ChatSecurity? {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            guard var security = state.chats[chat] else { return nil }
            security.warnings = security.warnings.filter { messages.contains($0.key) }
            return security
        }
    }

    func follow(_ chat: ChatID, _ changed: @escaping @Sendable () -> Void) async {
        state.withLock { $0.followed[chat] = changed }
        _ = await CoalescingQueue<Never>().takeAll()
        state.withLock { $0.followed[chat] = nil }
    }

    func change(_ change: SecurityChange, in chat: ChatID) async throws {
        try state.withLock { state in
            state.changes.append(change)
            if let failure = state.failure { throw failure }
        }
    }
}
