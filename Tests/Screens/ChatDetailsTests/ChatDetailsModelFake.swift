import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import SimulationKit
import Synchronization

@testable import ChatDetails

/// One chat in memory, at a server that accepts leaving.
final class ChatDetailsModelFake: ChatDetailsModel {
    enum Call: Equatable {
        case setNotifications(NotificationMode)
        case setMembership(ChatMembership)
        case change(ChatChange)
        case changeEncryption(EncryptionChange)
    }

    struct State {
        /// The whole details, from which requests are answered. `nil` if there is no such chat.
        var details: ChatDetailsWindow?
        var status = ModelStatus(connection: .well)
        var readFailure: StorageProblem?
        var writeFailure: StorageProblem?
        var leavingFailure: ServiceError?
        var readDelay = Duration.zero
        var leavingDelay = Duration.zero
        fileprivate(set) var calls: [Call] = []
        fileprivate(set) var limits: [Int] = []
    }

    private let state: Mutex<State>
    private let clock: VirtualClock
    private let feed = QueryFeedFake()

    init(_ details: ChatDetailsWindow?, clock: VirtualClock) {
        state = Mutex(State(details: details))
        self.clock = clock
    }

    /// The calls, except reading.
    var calls: [Call] { state.withLock { $0.calls } }
    /// The member limit of each read.
    var limits: [Int] { state.withLock { $0.limits } }
    /// The number of queries still held.
    var queryCount: Int { feed.heldCount }

    /// Changes the state and invalidates the queries.
    func change(_ body: (inout sending State) -> Void) {
        state.withLock { body(&$0) }
        feed.invalidate()
    }

    func details(
        of chat: ChatID,
        _ request: ChatDetailsRequest
    ) -> LiveQuery<ChatDetailsRequest, QueryResult<ChatDetailsWindow?>> {
        feed.query(request) { await self.read($0) }
    }

    func setNotifications(_ mode: NotificationMode, in chat: ChatID) async throws {
        try state.withLock { state in
            state.calls.append(.setNotifications(mode))
            if let failure = state.writeFailure { throw failure }
            state.details = state.details?.with(notifications: mode)
        }
        feed.invalidate()
    }

    /// The server's update comes later, by `change`.
    func change(_ change: ChatChange, in chat: ChatID) async throws {
        state.withLock { $0.calls.append(.change(change)) }
        if let failure = state.withLock({ $0.leavingFailure }) { throw failure }
    }

    func changeEncryption(_ change: EncryptionChange, in chat: ChatID) async throws {
        state.withLock { $0.calls.append(.changeEncryption(change)) }
        if let failure = state.withLock({ $0.leavingFailure }) { throw failure }
    }

    func setMembership(_ membership: ChatMembership, in chat: ChatID) async throws {
        let delay = state.withLock { state in
            state.calls.append(.setMembership(membership))
            return state.leavingDelay
        }
        try await pause(delay)
        if let failure = state.withLock({ $0.leavingFailure }) { throw failure }
    }

    private func read(_ request: ChatDetailsRequest) async -> QueryResult<ChatDetailsWindow?> {
        let delay = state.withLock { state in
            state.limits.append(request.members.limit)
            return state.readDelay
        }
        try? await pause(delay)
        return state.withLock { state in
            if let failure = state.readFailure { return QueryResult(.failure(failure), status: state.status) }
            return QueryResult(.success(state.details?.cut(to: request)), status: state.status)
        }
    }

    private func pause(_ delay: Duration) async throws {
        if delay > .zero { try await clock.sleep(for: delay) } else { await Task.yield() }
    }
}

extension ChatDetailsWindow {
    fileprivate func cut(to request: ChatDetailsRequest) -> ChatDetailsWindow {
        let members = request.members.page { self.members.dropFirst($0).prefix($1) }
        let files = request.files.page { self.files.dropFirst($0).prefix($1) }
        return ChatDetailsWindow(
            contact: contact,
            group: group,
            members: members.rows,
            files: files.rows,
            hasMoreMembers: members.hasMore,
            hasMoreFiles: files.hasMore,
            notifications: notifications,
            encryption: encryption
        )
    }

    fileprivate func with(notifications: NotificationMode) -> ChatDetailsWindow {
        ChatDetailsWindow(
            contact: contact,
            group: group,
            members: members,
            files: files,
            hasMoreMembers: hasMoreMembers,
            hasMoreFiles: hasMoreFiles,
            notifications: notifications,
            encryption: encryption
        )
    }
}
