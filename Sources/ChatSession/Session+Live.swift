public import Transport

extension Session {
    /// Holds the account's push connection for as long as the session runs, and makes it again when it drops.
    func followPushes() async {
        let backoff = Backoff(random: environment.random)
        await hold(backoff) { session in
            try await session.pushes.receive { event in
                if event == .opened { backoff.reset() }
                await session.take(event)
            }
        }
    }

    /// Holds a chat's socket until the caller's task is cancelled: for as long as a screen shows that chat.
    ///
    /// Meanwhile its messages are not announced.
    public func attend(_ chat: ChatID) async {
        attended[chat, default: 0] += 1
        defer { attended[chat] = attended[chat].flatMap { $0 > 1 ? $0 - 1 : nil } }
        let backoff = Backoff(random: environment.random)
        await hold(backoff) { session in
            try await session.sockets.connect(to: chat) { event in
                if event == .opened { backoff.reset() }
                await session.take(event)
            }
        }
        // What the socket was bringing when it was closed is lost to it, and nobody pushes it.
        syncRequests.post(())
    }

    private func hold(_ backoff: Backoff, _ connect: (Session) async throws -> Void) async {
        while !Task.isCancelled {
            do {
                try await connect(self)
                await pause(backoff, after: ServiceError.unreachable)
            } catch {
                guard !Task.isCancelled else { return }
                report { if $0.connection == .connected { $0.connection = .connecting } }
                await pause(backoff, after: error)
            }
        }
    }
}
