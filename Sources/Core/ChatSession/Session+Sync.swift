import ChatStore
import ChatTypes
import RuntimeKit

extension Session {
    /// Returns when a first attempt to sync has ended, well or not, or the caller's task is cancelled.
    public func firstSync() async {
        while !hasTriedSync, !Task.isCancelled { await firstSyncEnded.wait() }
    }

    /// Asks the server what changed: at once, whenever a connection opens, and every minute while that succeeds; after
    /// a failure, when the backoff is over.
    func keepInSync() async {
        let backoff = Backoff(random: environment.random)
        while !Task.isCancelled {
            do {
                let isComplete = try await sync()
                report { $0.connection.requests = .working }
                endSyncAttempt()
                if isComplete { backoff.reset() }
                await waitForRequest(atMost: isComplete ? Self.syncInterval : backoff.next(after: nil))
            } catch {
                guard !Task.isCancelled else { return }
                // When it is the disk that fails, the server has been reached; the disk's problem is told as such.
                report { $0.connection.requests = (error as? ServiceError).map { .failing($0) } ?? .working }
                endSyncAttempt()
                let delay = backoff.next(after: error)
                if case ServiceError.tryAgain = error {
                    try? await environment.clock.sleep(for: delay)
                } else {
                    await waitForRequest(atMost: delay)
                }
            }
        }
    }

    /// Takes what has changed, page by page; false when a server that always promises more is left alone for a pause.
    func sync() async throws -> Bool {
        var cursor = try stored { try $0.syncCursor() }
        var hasStartedOver = false
        for _ in 0..<Self.pageLimit {
            do {
                let page = try await service.sync(since: cursor)
                try ingest(page.updates, syncedTo: page.next.bounded())
                if page.isComplete || page.next == cursor { return true }
                cursor = page.next
            } catch ServiceError.refused(.unknownCursor, _) where cursor != nil && !hasStartedOver {
                // The server has forgotten where we were: everything once more costs time, but loses nothing.
                (cursor, hasStartedOver) = (nil, true)
            }
        }
        return false
    }

    private func endSyncAttempt() {
        guard !hasTriedSync else { return }
        hasTriedSync = true
        firstSyncEnded.give()
    }

    private func waitForRequest(atMost duration: Duration) async {
        await environment.clock.wait(atMost: duration) { [syncRequests] in _ = await syncRequests.takeAll() }
    }

    /// Live news makes this a safety net: for pushes that a network lost without a word.
    static var syncInterval: Duration { .seconds(60) }

    /// An account of 20,000 chats comes in one go; a server without end is asked ever more slowly.
    static var pageLimit: Int { 200 }
}
