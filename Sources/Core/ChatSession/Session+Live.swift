public import ChatTypes
import RuntimeKit
import Synchronization
import Transport

extension Session {
    /// Holds the account's push connection for as long as the session runs, and makes it again when it drops.
    func followPushes() async {
        await hold { session, take in
            try await session.pushes.receive(take)
        } noting: { session, link in
            await session.note(link)
        }
    }

    /// Holds a chat's socket until the caller's task is cancelled: for as long as a screen shows that chat.
    ///
    /// Gaps that the server refused to fill are asked for again.
    public func connect(to chat: ChatID) async {
        if refusalCounts[chat] != nil { backfill.request(chat) }
        await hold { session, take in
            try await session.sockets.connect(to: chat, take)
        } noting: { _, _ in
            // A socket that is refused says nothing of how the server can be reached.
        }
        // What the socket was bringing when it was closed is lost to it, and is not pushed either.
        syncRequests.post(())
    }

    /// Only a connection that has stood for a while was a good one: a server that takes it and drops it at once is left
    /// alone for longer and longer, like one that does not take it.
    private nonisolated func hold(
        _ connect: @escaping @Sendable (Session, @Sendable (LiveEvent) async -> Void) async throws -> Void,
        noting note: @escaping @Sendable (Session, Connection.LiveLink) async -> Void
    ) async {
        let backoff = Backoff(random: environment.random)
        while !Task.isCancelled {
            let opening = Opening(clock: environment.clock)
            let failure = await connectOnce(connect, opening) { await note(self, .standing) }
            guard !Task.isCancelled else { return }
            if let life = opening.life, life >= Self.goodLife { backoff.reset() }
            // One that drops is made again at once, unless the server asks for rest.
            if opening.life == nil || failure.asksForRest { await note(self, .failing) }
            await pause(backoff, after: failure)
        }
    }

    /// Returns why the connection ended. One that does not open within the time for a request has failed.
    private nonisolated func connectOnce(
        _ connect: @escaping @Sendable (Session, @Sendable (LiveEvent) async -> Void) async throws -> Void,
        _ opening: Opening,
        _ noteStanding: @escaping @Sendable () async -> Void
    ) async -> any Error {
        await withTaskGroup(of: (any Error)?.self) { group in
            group.addTask {
                do {
                    try await connect(self) { event in
                        if event == .opened {
                            opening.come()
                            await noteStanding()
                        }
                        await self.receive(event)
                    }
                    return ServiceError.unreachable
                } catch {
                    return error
                }
            }
            group.addTask { [environment] in
                try? await environment.clock.sleep(for: PatientService.patience)
                return opening.life == nil ? ServiceError.unreachable : nil
            }
            defer { group.cancelAll() }
            while let end = await group.next() {
                if let end { return end }
            }
            return ServiceError.unreachable
        }
    }

    /// A link that cannot be made asks whether requests get through.
    private func note(_ link: Connection.LiveLink) {
        if link == .failing, status.connection.liveLink != .failing { syncRequests.post(()) }
        report { $0.connection.liveLink = link }
    }

    private static var goodLife: Duration { .seconds(1) }
}

/// When a connection has opened.
private final class Opening: Sendable {
    private let clock: any Clock<Duration>
    private let stopwatch = Mutex<Stopwatch?>(nil)

    init(clock: any Clock<Duration>) {
        self.clock = clock
    }

    /// For how long the connection has stood; nil before it has opened.
    var life: Duration? { stopwatch.withLock { $0?.now } }

    func come() { stopwatch.withLock { $0 = $0 ?? Stopwatch(clock: clock) } }
}

extension Error {
    fileprivate var asksForRest: Bool {
        if case ServiceError.tryAgain? = self as? ServiceError { true } else { false }
    }
}
