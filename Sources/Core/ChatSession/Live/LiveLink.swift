import ChatTypes
import RuntimeKit
import Synchronization
import Transport

/// The live connections: push for the whole account, and a socket for each open chat.
///
/// Reconnects with backoff, and hands events to the inbox one after the other. A source continues only after its event was
/// committed.
struct LiveLink: Sendable {
    private typealias Receiver = @Sendable (LiveEvent) async -> Void

    private let context: SessionContext
    private let pushes: any PushSource
    private let sockets: any SocketSource
    private let inbox: Inbox
    private let typing: Typing

    init(
        _ context: SessionContext,
        pushes: any PushSource,
        sockets: any SocketSource,
        inbox: Inbox,
        typing: Typing
    ) {
        (self.context, self.pushes, self.sockets) = (context, pushes, sockets)
        (self.inbox, self.typing) = (inbox, typing)
    }

    /// Keeps the account's push connection open until the caller's task is cancelled.
    func followPushes() async {
        await keepOpen {
            try await pushes.receive($0)
        } noting: {
            note($0)
        }
    }

    /// Keeps a chat's socket open until the caller's task is cancelled.
    func connect(to chat: ChatID) async {
        // A refused socket says nothing about the server, so it does not change the status.
        await keepOpen {
            try await sockets.connect(to: chat, $0)
        } noting: { _ in
        }
        // Events that the socket was carrying when it closed are lost, and are not pushed either.
        context.queues.requestSync()
    }

    /// Commits an event. Updates that cannot be stored now are fetched by the next sync.
    func receive(_ event: LiveEvent) async {
        switch event {
        case .opened:
            context.queues.requestSync()
        case .updates(let updates):
            do { try await inbox.receive(updates, from: .live) } catch { context.queues.requestSync() }
        case .typing(let isTyping, let author, let chat):
            typing.receive(isTyping, by: author, in: chat)
        }
    }

    /// Connects again and again until the caller's task is cancelled.
    ///
    /// Only a connection that stood for a second resets the backoff: a server that accepts and drops connections at once is
    /// asked less and less often.
    private func keepOpen(
        _ connect: @escaping @Sendable (@escaping Receiver) async throws -> Void,
        noting note: @escaping @Sendable (Connection.LiveLink) -> Void
    ) async {
        let backoff = context.makeBackoff()
        while !Task.isCancelled {
            let timer = ConnectionTimer(clock: context.environment.clock)
            let failure = await connectOnce(connect, timer) { note(.open) }
            guard !Task.isCancelled else { return }
            if let time = timer.openTime, time >= Self.stableTime { backoff.reset() }
            // A dropped connection is opened again at once, unless the server asks for a delay.
            if timer.openTime == nil || failure.asksForDelay { note(.failing) }
            await context.pause(backoff, after: failure)
        }
    }

    /// Returns the error that ended the connection. A connection that does not open within the time limit has failed.
    private func connectOnce(
        _ connect: @escaping @Sendable (@escaping Receiver) async throws -> Void,
        _ timer: ConnectionTimer,
        _ noteStanding: @escaping @Sendable () -> Void
    ) async -> any Error {
        await withTaskGroup(of: (any Error)?.self) { group in
            group.addTask {
                do {
                    try await connect { event in
                        if event == .opened {
                            timer.noteOpening()
                            noteStanding()
                        }
                        await receive(event)
                    }
                    return ServiceError.unreachable
                } catch {
                    return error
                }
            }
            group.addTask { [clock = context.environment.clock] in
                try? await clock.sleep(for: TimeLimitedService.limit)
                return timer.openTime == nil ? ServiceError.unreachable : nil
            }
            defer { group.cancelAll() }
            while let end = await group.next() {
                if let end { return end }
            }
            return ServiceError.unreachable
        }
    }

    /// Records the state of the push connection. The first failure requests a sync, which shows whether requests succeed.
    private func note(_ link: Connection.LiveLink) {
        let old = context.history.status.update { $0.connection.liveLink = link }
        if link == .failing, old.connection.liveLink != .failing { context.queues.requestSync() }
    }

    private static let stableTime: Duration = .seconds(1)
}

/// Measures how long a connection has been open.
private final class ConnectionTimer: Sendable {
    private let clock: any Clock<Duration>
    private let stopwatch = Mutex<Stopwatch?>(nil)

    init(clock: any Clock<Duration>) {
        self.clock = clock
    }

    /// The time since the connection opened; nil before.
    var openTime: Duration? { stopwatch.withLock { $0?.now } }

    func noteOpening() { stopwatch.withLock { $0 = $0 ?? Stopwatch(clock: clock) } }
}

extension Error {
    fileprivate var asksForDelay: Bool {
        if case ServiceError.tryAgain? = self as? ServiceError { true } else { false }
    }
}
