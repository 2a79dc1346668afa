import ChatStore
import ChatTypes
import RuntimeKit
import Synchronization
import Transport

/// Asks the server what changed: once a minute, on request, and after a failure when the backoff is over.
final class SyncLoop: Sendable {
    private struct FirstSync {
        var hasEnded = false
        var waiting: [Completion] = []
    }

    private let context: SessionContext
    private let inbox: Inbox
    private let firstSync = Mutex(FirstSync())

    init(_ context: SessionContext, inbox: Inbox) {
        (self.context, self.inbox) = (context, inbox)
    }

    /// Returns when a first sync has succeeded or failed, or the caller's task is cancelled.
    func waitForFirstSync() async {
        await Completion.wait { completion in
            // A completion that is not kept finishes at once.
            firstSync.withLock { if !$0.hasEnded { $0.waiting.append(completion) } }
        }
    }

    /// Syncs until the caller's task is cancelled.
    func run() async {
        let backoff = context.makeBackoff()
        while !Task.isCancelled {
            do {
                let isComplete = try await sync()
                context.history.status.update { $0.connection.requests = .working }
                endFirstSync()
                if isComplete { backoff.reset() }
                await waitForRequest(atMost: isComplete ? Self.interval : backoff.next(after: nil))
            } catch {
                guard !Task.isCancelled else { return }
                // An error of the disk means that the server was reached; the commit has reported it.
                let requests = (error as? ServiceError).map(Connection.Requests.failing) ?? .working
                context.history.status.update { $0.connection.requests = requests }
                endFirstSync()
                let delay = backoff.next(after: error)
                if case ServiceError.tryAgain = error {
                    try? await context.environment.clock.sleep(for: delay)
                } else {
                    await waitForRequest(atMost: delay)
                }
            }
        }
    }

    /// Receives all changes, page by page. Returns false if the server still promises more after the page limit.
    private func sync() async throws -> Bool {
        var cursor = try await context.history.read { try $0.syncCursor() }
        var hasStartedOver = false
        for _ in 0..<Self.pageLimit {
            do {
                let page = try await context.service.withTimeLimit { [cursor] in try await $0.sync(since: cursor) }
                let isLast = page.isComplete || page.next == cursor
                try await inbox.receive(page.updates, syncedTo: page.next.bounded(), endsSync: isLast)
                if isLast { return true }
                cursor = page.next
            } catch ServiceError.refused(.unknownCursor, _) where cursor != nil && !hasStartedOver {
                // The server has forgotten the cursor: a full sync takes longer, but loses nothing.
                (cursor, hasStartedOver) = (nil, true)
            }
        }
        return false
    }

    private func endFirstSync() {
        let waiting = firstSync.withLock { firstSync in
            defer { firstSync = FirstSync(hasEnded: true) }
            return firstSync.waiting
        }
        for completion in waiting { completion.finish() }
    }

    private func waitForRequest(atMost duration: Duration) async {
        await context.environment.clock.wait(atMost: duration) { [sync = context.queues.sync] in
            _ = await sync.takeAll()
        }
    }

    /// A safety net beside the live connections, for pushes that the network lost silently.
    private static let interval: Duration = .seconds(60)

    /// Enough for an account of 20,000 chats at once; a server without end is asked ever more slowly.
    static let pageLimit = 200
}
