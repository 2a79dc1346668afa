import Transport

extension Session {
    /// Works through what `next` finds to do until it finds nothing, a refusal ends it, or the caller's task is
    /// cancelled.
    ///
    /// After each failure the pause is longer. Work that is done and yet found again is a failure too: a server that
    /// says yes and does nothing must not be asked in a tight loop.
    func workThrough<Item: Equatable & Sendable>(
        _ next: () throws -> Item?,
        attempting attempt: (Item) async throws -> Void
    ) async {
        let backoff = Backoff(random: environment.random)
        while !Task.isCancelled {
            do {
                guard let item = try next() else { return }
                try await attempt(item)
                guard try next() != item else { throw ServiceError.responseLost }
                backoff.reset()
            } catch ServiceError.refused {
                return
            } catch {
                guard !Task.isCancelled else { return }
                await pause(backoff, after: error)
            }
        }
    }
}
