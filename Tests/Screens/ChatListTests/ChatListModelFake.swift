import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import SimulationKit
import Synchronization

@testable import ChatList

/// Holds chats in memory; reads and pictures can be made slow, or fail.
final class ChatListModelFake: ChatListModel {
    struct State {
        var chats: [ChatSummary] = []
        var status = ModelStatus(connection: .well)
        var readFailure: StorageProblem?
        var spaces: [ChatSpace] = []
        var pictures: [ContactID: Result<Picture?, ServiceError>] = [:]
        /// The duration of reading, by search text.
        var readDelays: [String: Duration] = [:]
        var pictureDelay = Duration.zero
        fileprivate(set) var requests: [ChatListRequest] = []
        /// The search texts of cancelled reads.
        fileprivate(set) var cancelled: [String] = []
        fileprivate(set) var pictureRequests: [String] = []
    }

    private let state: Mutex<State>
    private let clock: VirtualClock
    private let feed = QueryFeedFake()

    init(_ chats: [ChatSummary] = [], clock: VirtualClock = VirtualClock()) {
        state = Mutex(State(chats: chats))
        self.clock = clock
    }

    var requests: [ChatListRequest] { state.withLock { $0.requests } }
    var cancelled: [String] { state.withLock { $0.cancelled } }
    var pictureRequests: [String] { state.withLock { $0.pictureRequests } }
    /// The number of queries still held.
    var queryCount: Int { feed.heldCount }

    /// Changes the state and invalidates the queries.
    func change(_ body: (inout sending State) -> Void) {
        state.withLock { body(&$0) }
        feed.invalidate()
    }

    func chats(_ request: ChatListRequest) -> LiveQuery<ChatListRequest, QueryResult<ChatSummaryWindow>> {
        feed.query(request) { await self.read($0) }
    }

    func chat(withContactNamed name: String) throws -> ChatID? {
        try state.withLock { state in
            if let failure = state.readFailure { throw failure }
            return state.chats.first { $0.contact.name == name }?.id.chat
        }
    }

    func space(named name: String) throws -> ChatSpace? {
        try state.withLock { state in
            if let failure = state.readFailure { throw failure }
            return state.spaces.first { $0.name == name }
        }
    }

    func picture(of contact: ContactID) async throws -> Picture? {
        let (result, delay) = state.withLock { state in
            state.pictureRequests.append(contact.rawValue)
            return (state.pictures[contact] ?? .success(nil), state.pictureDelay)
        }
        try await pause(delay)
        return try result.get()
    }

    private func read(_ request: ChatListRequest) async -> QueryResult<ChatSummaryWindow> {
        let delay = state.withLock { state in
            state.requests.append(request)
            return state.readDelays[request.searchText] ?? .zero
        }
        try? await pause(delay)
        return state.withLock { state in
            if Task.isCancelled { state.cancelled.append(request.searchText) }
            if let failure = state.readFailure { return QueryResult(.failure(failure), status: state.status) }
            let text = request.searchText.lowercased()
            let found = text.isEmpty ? state.chats : state.chats.filter { $0.contact.name.lowercased().hasPrefix(text) }
            let page = request.rows.page { found.dropFirst($0).prefix($1) }
            return QueryResult(
                .success(ChatSummaryWindow(summaries: page.rows, hasMore: page.hasMore)),
                status: state.status
            )
        }
    }

    private func pause(_ delay: Duration) async throws {
        if delay > .zero { try await clock.sleep(for: delay) } else { await Task.yield() }
    }
}
