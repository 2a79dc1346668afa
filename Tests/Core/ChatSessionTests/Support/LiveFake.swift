import ChatTypes
import RuntimeKit
import Synchronization
import Transport

/// Live connections that a test controls: it sends their events and drops them.
final class LiveFake: PushSource, SocketSource {
    private enum Arrival: Sendable {
        case updates([ChatUpdate])
        case typing(Bool, by: Author, in: ChatID)
        case end(any Error)
    }

    struct Attempt: Sendable {
        let chat: ChatID?
        let time: Duration
    }

    private struct State {
        var attempts: [Attempt] = []
        var open: [(chat: ChatID?, arrivals: CoalescingQueue<Arrival>)] = []
        var refusal: ServiceError?
        var opensNever = false
    }

    private let now: @Sendable () -> Duration
    private let state = Mutex(State())

    init(now: @escaping @Sendable () -> Duration) {
        self.now = now
    }

    /// Every attempt to connect.
    var attempts: [Attempt] { state.withLock { $0.attempts } }
    var openCount: Int { state.withLock { $0.open.count } }

    /// The error of every attempt while it is set.
    var refusal: ServiceError? {
        get { state.withLock { $0.refusal } }
        set { state.withLock { $0.refusal = newValue } }
    }

    /// Whether connections never open.
    var opensNever: Bool {
        get { state.withLock { $0.opensNever } }
        set { state.withLock { $0.opensNever = newValue } }
    }

    func bring(_ updates: ChatUpdate...) {
        for line in state.withLock({ $0.open }) { line.arrivals.post(.updates(updates)) }
    }

    func bring(typing isTyping: Bool, by author: Author = .contact, in chat: ChatHeader = ada) {
        for line in state.withLock({ $0.open }) { line.arrivals.post(.typing(isTyping, by: author, in: chat.id)) }
    }

    func drop(with error: any Error = ServiceError.unreachable) {
        for line in state.withLock({ $0.open }) { line.arrivals.post(.end(error)) }
    }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        try await hold(nil, body)
    }

    func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws {
        try await hold(chat, body)
    }

    private func hold(_ chat: ChatID?, _ body: @Sendable (LiveEvent) async -> Void) async throws {
        let arrivals = CoalescingQueue<Arrival>()
        try state.withLock { state in
            state.attempts.append(Attempt(chat: chat, time: now()))
            if let refusal = state.refusal { throw refusal }
            state.open.append((chat, arrivals))
        }
        defer { state.withLock { $0.open.removeAll { $0.arrivals === arrivals } } }
        if opensNever {
            _ = await CoalescingQueue<Never>().takeAll()
            throw CancellationError()
        }
        await body(.opened)
        while true {
            let arrived = await arrivals.takeAll()
            if arrived.isEmpty { throw CancellationError() }
            for arrival in arrived {
                switch arrival {
                case .updates(let updates): await body(.updates(updates))
                case .typing(let isTyping, let author, let chat): await body(.typing(isTyping, by: author, in: chat))
                case .end(let error): throw error
                }
            }
        }
    }
}
