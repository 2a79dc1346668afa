import ChatTypes
import RuntimeKit

extension Session {
    /// Wakes a worker for each chat in which an earlier life left something to do; a disk that cannot be read now is
    /// asked again.
    func resume(_ workers: ChatWorkers, in chats: () throws -> [ChatID]) async {
        let backoff = Backoff(random: environment.random)
        while !Task.isCancelled {
            do { return try chats().forEach(workers.request) } catch { await pause(backoff, after: error) }
        }
    }

    /// Works through what `next` finds to do until it finds nothing or a refusal ends it; returns what failed.
    ///
    /// Work that is done and yet found again has failed, too: a server that says yes and does nothing must not be asked
    /// in a tight loop.
    func workThrough<Item: Equatable & Sendable>(
        _ backoff: Backoff,
        _ next: () throws -> Item?,
        attempting attempt: (Item) async throws -> Void
    ) async -> (any Error)? {
        do {
            var following = try next()
            while !Task.isCancelled, let item = following {
                try await attempt(item)
                following = try next()
                guard following != item else { return ServiceError.responseLost }
                backoff.reset()
            }
            return nil
        } catch ServiceError.refused {
            return nil
        } catch {
            return error
        }
    }

    /// Waits before another attempt: until the backoff is over, or until the server is reached again, unless it asked
    /// for patience.
    nonisolated func pause(_ backoff: Backoff, after error: any Error) async {
        let delay = backoff.next(after: error)
        if case ServiceError.tryAgain = error {
            try? await environment.clock.sleep(for: delay)
        } else {
            await environment.clock.wait(atMost: delay) { [reconnected] in await reconnected.wait() }
        }
    }
}
