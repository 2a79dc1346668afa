import Synchronization
import Transport

/// One life's way to the server: refuses as the plan wants, and is cut at its death.
final class SeverableTransport: ChatService, PushSource, SocketSource {
    /// What the server says of a message that the plan lets it refuse.
    static let refusal = "That was rude"

    private struct State {
        var isSevered = false
        var count = 0
        var breakers: [Int: Mailbox<Void>] = [:]
    }

    private let world: SimulatedWorld
    private let witness: TransportWitness
    private let state = Mutex(State())
    private var inner: SimulatedConnection { world.connection }

    init(world: SimulatedWorld, isOnScreen: @escaping @Sendable (ChatID) -> Bool) {
        self.world = world
        witness = TransportWitness(world: world, isOnScreen: isOnScreen)
    }

    /// From now on nothing passes, in either direction.
    func sever() {
        state.withLock { $0.isSevered = true }
        breakConnections()
    }

    /// Every push connection and socket that stands breaks now.
    func breakConnections() {
        for breaker in state.withLock({ $0.breakers.sorted { $0.key < $1.key } }) { breaker.value.post(()) }
    }

    func sync(since cursor: SyncCursor?) async throws -> SyncPage {
        let page = try await pass { try await inner.sync(since: cursor) }
        witness.noteAnswer(page.updates.map { ($0.chat.id, $0.messages) })
        return page
    }

    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage {
        let page = try await pass { try await inner.page(of: chat, before: cursor) }
        witness.noteAnswer([(chat, page.messages)])
        return page
    }

    func contacts(matching text: String, limit: Int) async throws -> [Contact] {
        try await pass { try await inner.contacts(matching: text, limit: limit) }
    }

    func picture(of contact: ContactID) async throws -> Picture? {
        try await pass { try await inner.picture(of: contact) }
    }

    func createChat(with name: String) async throws -> ChatHeader {
        try await pass { try await inner.createChat(with: name) }
    }

    func send(_ message: OutgoingMessage) async throws -> Message {
        try await pass {
            let isRefused = world.refusalsLeft.withLock { left in
                defer { left = max(0, left - 1) }
                return left > 0
            }
            if isRefused { throw ServiceError.refused(RefusalCode(rawValue: "rude"), text: Self.refusal) }
            return try await inner.send(message)
        }
    }

    func markRead(_ chat: ChatID, upTo message: MessageID) async throws {
        await witness.checkReceipt(for: message, in: chat)
        try await pass { try await inner.markRead(chat, upTo: message) }
    }

    func setPresence(_ presence: Presence) async throws {
        try await pass { try await inner.setPresence(presence) }
    }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        try await hold { [self] in
            try await inner.receive { event in
                guard !isSevered else { return }
                if case .updates(let updates) = event { witness.noteLive(updates) }
                await body(event)
            }
        }
    }

    func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws {
        try await hold { [self] in
            try await inner.connect(to: chat) { event in
                guard !isSevered else { return }
                if case .updates(let updates) = event { witness.noteLive(updates) }
                await body(event)
            }
        }
    }

    private var isSevered: Bool { state.withLock { $0.isSevered } }

    private func pass<Answer>(_ request: () async throws -> Answer) async throws -> Answer {
        if isSevered { throw CancellationError() }
        let answer = try await request()
        if isSevered { throw CancellationError() }
        return answer
    }

    /// Holds a connection until it ends by itself, is broken, or the caller is cancelled.
    private func hold(_ connect: @Sendable () async throws -> Void) async throws {
        if isSevered { throw CancellationError() }
        let breaker = Mailbox<Void>()
        let number = state.withLock { state in
            state.count += 1
            state.breakers[state.count] = breaker
            return state.count
        }
        defer { _ = state.withLock { $0.breakers.removeValue(forKey: number) } }
        try await withoutActuallyEscaping(connect) { connect in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await connect() }
                group.addTask {
                    _ = await breaker.takeAll()
                    throw ServiceError.unreachable
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }
}
