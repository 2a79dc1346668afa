public import Transport

extension Session {
    /// Holds the account's push connection for as long as the session runs, and makes it again when it drops.
    func followPushes() async {
        await hold { session in
            try await session.pushes.receive { await session.take($0) }
        }
    }

    /// Holds a chat's socket until the caller's task is cancelled: for as long as a screen shows that chat.
    ///
    /// Meanwhile its messages are not announced.
    public func attend(_ chat: ChatID) async {
        attended[chat, default: 0] += 1
        defer { attended[chat] = attended[chat].flatMap { $0 > 1 ? $0 - 1 : nil } }
        await hold { session in
            try await session.sockets.connect(to: chat) { await session.take($0) }
        }
        // What the socket was bringing when it was closed is lost to it, and nobody pushes it.
        syncRequests.post(())
    }

    /// Only a connection that has stood for a while was a good one: a server that takes it and drops it at once is left
    /// alone for longer and longer, like one that does not take it.
    private func hold(_ connect: (Session) async throws -> Void) async {
        let backoff = Backoff(random: environment.random)
        while !Task.isCancelled {
            var failure: any Error = ServiceError.unreachable
            let life = await environment.clock.measure {
                do { try await connect(self) } catch { failure = error }
            }
            guard !Task.isCancelled else { return }
            if life >= Self.goodLife { backoff.reset() }
            noteLoss(failure)
            try? await environment.clock.sleep(for: backoff.next(after: failure))
        }
    }

    /// A socket that is refused says nothing of how the server can be reached.
    private func noteLoss(_ failure: any Error) {
        if case ServiceError.refused = failure { return }
        report { if $0.connection == .connected { $0.connection = .connecting } }
    }

    private static var goodLife: Duration { .seconds(1) }
}
