import SimulationKit
import Synchronization
import Transport

@testable import Chat

/// One chat in memory, with older pages at a server.
final class ChatModelFake: ChatModel {
    enum Call: Equatable {
        case content(Int)
        case send(String)
        case resend(MessageID)
        case markRead(MessageID)
        case loadEarlier
        case saveDraft(String)
    }

    struct State {
        /// Nil when there is no such chat.
        var messages: [ChatMessage]?
        var pages: [[ChatMessage]] = []
        var draft = ""
        var status = ModelStatus(connection: .connected)
        var isFocused = true
        var readFailure: DiskFailure?
        var writeFailure: DiskFailure?
        var pageFailure: ServiceError?
        var pageDelay = Duration.zero
        fileprivate(set) var calls: [Call] = []
        fileprivate(set) var attendance: [String] = []
        fileprivate var followers: [AsyncStream<Void>.Continuation] = []
    }

    private let state: Mutex<State>
    private let clock: VirtualClock?

    init(_ messages: [ChatMessage]? = [], clock: VirtualClock? = nil) {
        state = Mutex(State(messages: messages))
        self.clock = clock
    }

    /// What was called, but for reading.
    var calls: [Call] {
        state.withLock { $0.calls }.filter { if case .content = $0 { false } else { true } }
    }

    var limits: [Int] {
        state.withLock { $0.calls }.compactMap { if case .content(let limit) = $0 { limit } else { nil } }
    }

    /// "attend" and "leave" with the chat's id, as they happened.
    var attendance: [String] { state.withLock { $0.attendance } }

    /// Changes something and tells the followers.
    func change(_ body: (inout sending State) -> Void) {
        let followers = state.withLock { state in
            body(&state)
            return state.followers
        }
        for follower in followers { follower.yield() }
    }

    func chatChanges(in chat: ChatID) -> AsyncStream<Void> {
        let (changes, follower) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.followers.append(follower) }
        follower.yield()
        return changes
    }

    func content(of chat: ChatID, limit: Int) async throws -> ChatContent? {
        await Task.yield()
        return try state.withLock { state in
            state.calls.append(.content(limit))
            if let failure = state.readFailure { throw failure }
            guard let messages = state.messages else { return nil }
            return ChatContent(
                contact: ada,
                messages: Array(messages.suffix(limit)),
                hasStoredEarlier: messages.count > limit,
                hasEarlier: messages.count > limit || !state.pages.isEmpty,
                draft: state.draft,
                status: state.status,
                isFocused: state.isFocused
            )
        }
    }

    func attend(_ chat: ChatID) async {
        state.withLock { $0.attendance.append("attend \(chat)") }
        _ = await Mailbox<Never>().takeAll()
        state.withLock { $0.attendance.append("leave \(chat)") }
    }

    @discardableResult
    func send(_ text: String, to chat: ChatID) async throws -> MessageID {
        try write(.send(text)) { state in
            let message = mine("sent-\(state.messages?.count ?? 0)", text: text, delivery: .sending)
            state.messages?.append(message)
            state.draft = ""
            return message.id
        }
    }

    func resend(_ message: MessageID, in chat: ChatID) async throws {
        try write(.resend(message)) { state in
            state.messages?.removeAll { $0.id == message }
            state.messages?.append(mine(message.rawValue, delivery: .sending))
        }
    }

    func markRead(_ chat: ChatID, upTo message: MessageID) async throws {
        try write(.markRead(message)) { state in
            guard let last = state.messages?.firstIndex(where: { $0.id == message }) else { return }
            state.messages = state.messages?.enumerated().map { $0 > last ? $1 : $1.whenRead }
        }
    }

    func loadEarlier(in chat: ChatID) async throws {
        let delay = state.withLock { state in
            state.calls.append(.loadEarlier)
            return state.pageDelay
        }
        if let clock, delay > .zero { try await clock.sleep(for: delay) } else { await Task.yield() }
        if let failure = state.withLock({ $0.pageFailure }) { throw failure }
        change { if let page = $0.pages.popLast() { $0.messages?.insert(contentsOf: page, at: 0) } }
    }

    func saveDraft(_ text: String, in chat: ChatID) async throws {
        try write(.saveDraft(text)) { $0.draft = text }
    }

    private func write<Result: Sendable>(_ call: Call, _ body: (inout State) -> Result) throws -> Result {
        let (result, followers) = try state.withLock { state in
            state.calls.append(call)
            if let failure = state.writeFailure { throw failure }
            return (body(&state), state.followers)
        }
        for follower in followers { follower.yield() }
        return result
    }
}

extension ChatMessage {
    fileprivate var whenRead: ChatMessage {
        ChatMessage(
            id: id,
            author: author,
            text: text,
            imageCount: imageCount,
            time: time,
            delivery: delivery,
            followsGap: followsGap
        )
    }
}
