import SimulationKit
import Synchronization
import Transport

@testable import ChatList

/// Holds chats in memory; reads and pictures can be made slow, or fail.
final class ChatListModelFake: ChatListModel {
    enum Request: Equatable {
        case summaries(Int)
        case search(String, Int)
        case picture(ContactID)
    }

    struct State {
        var chats: [ChatSummary] = []
        var status = ModelStatus(connection: .connected)
        var readFailure: DiskFailure?
        var pictures: [ContactID: Result<Picture?, ServiceError>] = [:]
        /// How long a search for a text takes, or the list for the empty one.
        var readDelays: [String: Duration] = [:]
        var pictureDelay = Duration.zero
        fileprivate(set) var requests: [Request] = []
        fileprivate var followers: [AsyncStream<Void>.Continuation] = []
    }

    private let state: Mutex<State>
    private let clock: VirtualClock?

    init(_ chats: [ChatSummary] = [], clock: VirtualClock? = nil) {
        state = Mutex(State(chats: chats))
        self.clock = clock
    }

    var requests: [Request] { state.withLock { $0.requests } }

    var pictureRequests: [String] {
        requests.compactMap { if case .picture(let contact) = $0 { contact.rawValue } else { nil } }
    }

    /// Changes something and tells the followers.
    func change(_ body: (inout sending State) -> Void) {
        let followers = state.withLock { state in
            body(&state)
            return state.followers
        }
        for follower in followers { follower.yield() }
    }

    func listChanges() -> AsyncStream<Void> {
        let (changes, follower) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.followers.append(follower) }
        follower.yield()
        return changes
    }

    func summaries(limit: Int) async throws -> ChatSummaryWindow {
        try await window(of: "", limit: limit, request: .summaries(limit))
    }

    func search(_ text: String, limit: Int) async throws -> ChatSummaryWindow {
        try await window(of: text, limit: limit, request: .search(text, limit))
    }

    func chat(withContactNamed name: String) throws -> ChatID? {
        try state.withLock { state in
            if let failure = state.readFailure { throw failure }
            return state.chats.first { $0.contact.name == name }?.id.chat
        }
    }

    func picture(of contact: ContactID) async throws -> Picture? {
        let (result, delay) = state.withLock { state in
            state.requests.append(.picture(contact))
            return (state.pictures[contact] ?? .success(nil), state.pictureDelay)
        }
        try await pause(delay)
        return try result.get()
    }

    var status: ModelStatus { state.withLock { $0.status } }

    private func window(of text: String, limit: Int, request: Request) async throws -> ChatSummaryWindow {
        let delay = state.withLock { state in
            state.requests.append(request)
            return state.readDelays[text] ?? .zero
        }
        try await pause(delay)
        return try state.withLock { state in
            if let failure = state.readFailure { throw failure }
            let found = state.chats.filter { text.isEmpty || $0.contact.matches(text) }
            return ChatSummaryWindow(summaries: Array(found.prefix(limit)), hasMore: found.count > limit)
        }
    }

    private func pause(_ delay: Duration) async throws {
        if let clock, delay > .zero { try await clock.sleep(for: delay) } else { await Task.yield() }
    }
}
