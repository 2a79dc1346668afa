import ChatStore
import Transport

extension Session {
    /// Asks the server what changed: at once, whenever a connection opens, and every minute while that succeeds; after
    /// a failure, when the backoff is over.
    func keepInSync() async {
        let backoff = Backoff(random: environment.random)
        while !Task.isCancelled {
            do {
                try await syncToEnd()
                backoff.reset()
                report { $0.connection = .connected }
                endSyncAttempt()
                await waitForRequest(atMost: Self.syncInterval)
            } catch is CancellationError {
                return
            } catch {
                // When it is the disk that fails, the server has been reached; the disk's problem is told as such.
                let connection = error is ServiceError ? ConnectionState.offline(reason: "\(error)") : .connected
                report { $0.connection = connection }
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

    func syncToEnd() async throws {
        var cursor = try database.read { try $0.syncCursor() }
        var hasStartedOver = false
        while true {
            do {
                let page = try await service.sync(since: cursor)
                try ingest(page.updates, syncedTo: page.next.bounded())
                if page.isComplete || page.next == cursor { return }
                cursor = page.next
            } catch ServiceError.refused(.unknownCursor, _) where cursor != nil && !hasStartedOver {
                // The server has forgotten where we were: everything once more costs time, but loses nothing.
                (cursor, hasStartedOver) = (nil, true)
            }
        }
    }

    private func endSyncAttempt() {
        syncAttempts += 1
        // Whoever waits for the first attempt hears that it has ended, though it may have changed nothing.
        if syncAttempts == 1 { feed.postAll() }
    }

    private func waitForRequest(atMost duration: Duration) async {
        await wait(atMost: duration) { [syncRequests] in _ = await syncRequests.takeAll() }
    }

    /// Live news makes this a safety net: for pushes that a network lost without a word.
    static var syncInterval: Duration { .seconds(60) }
}
