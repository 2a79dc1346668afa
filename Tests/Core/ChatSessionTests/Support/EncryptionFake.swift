import ChatTypes
import RuntimeKit
import Synchronization
import Transport

/// The encryption of a server, with what it answers and what is asked of it.
final class EncryptionFake: EncryptionService {
    struct State {
        /// The encrypted chats.
        var chats: [ChatID: ChatEncryption] = [:]
        /// What is known of the senders of messages.
        var warnings: [MessageID: SenderWarning?] = [:]
        var failure: ServiceError?
        var verification: DeviceVerification?
        fileprivate(set) var answers: [VerificationAnswer] = []
        fileprivate var verificationFollower: (@Sendable () -> Void)?
        fileprivate var trustFollower: (@Sendable () -> Void)?
        fileprivate(set) var changes: [EncryptionChange] = []
        fileprivate(set) var verifiedDevices: [String?] = []
        fileprivate(set) var followed: [ChatID: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    var changes: [EncryptionChange] { state.withLock(\.changes) }
    /// The account's devices that were asked to be verified; nil for all.
    var verifiedDevices: [String?] { state.withLock(\.verifiedDevices) }
    var answers: [VerificationAnswer] { state.withLock(\.answers) }
    var followed: Set<ChatID> { state.withLock { Set($0.followed.keys) } }

    /// Changes the state and reports the change to those who follow a chat.
    func change(_ body: (inout sending State) -> Void) {
        let followers = state.withLock { state in
            body(&state)
            return Array(state.followed.values) + [state.verificationFollower, state.trustFollower].compactMap(\.self)
        }
        for follower in followers { follower() }
    }

    func encryption(of chat: ChatID, deviceLimit: Int) async throws -> ChatEncryption? {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.chats[chat]
        }
    }

    func warnings(about messages: [MessageID], in chat: ChatID) async throws -> [MessageID: SenderWarning?] {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.warnings.filter { messages.contains($0.key) }
        }
    }

    func followTrust(_ changed: @escaping @Sendable () -> Void) async {
        state.withLock { $0.trustFollower = changed }
        _ = await CoalescingQueue<Never>().takeAll()
        state.withLock { $0.trustFollower = nil }
    }

    func follow(_ chat: ChatID, _ changed: @escaping @Sendable () -> Void) async {
        state.withLock { $0.followed[chat] = changed }
        _ = await CoalescingQueue<Never>().takeAll()
        state.withLock { $0.followed[chat] = nil }
    }

    func verification() -> DeviceVerification? { state.withLock(\.verification) }

    func followVerification(_ changed: @escaping @Sendable () -> Void) async {
        state.withLock { $0.verificationFollower = changed }
        _ = await CoalescingQueue<Never>().takeAll()
        state.withLock { $0.verificationFollower = nil }
    }

    func answerVerification(_ answer: VerificationAnswer, of id: DeviceVerification.ID?) async throws {
        try state.withLock { state in
            state.answers.append(answer)
            if let failure = state.failure { throw failure }
            state.verification = DeviceVerification(person: nil, stage: .done)
        }
    }

    func verifyOwnDevices(_ device: String?) async throws {
        try state.withLock { state in
            state.verifiedDevices.append(device)
            if let failure = state.failure { throw failure }
        }
    }

    func change(_ change: EncryptionChange, in chat: ChatID) async throws {
        try state.withLock { state in
            state.changes.append(change)
            if let failure = state.failure { throw failure }
        }
    }
}
