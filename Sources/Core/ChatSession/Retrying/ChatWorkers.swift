import ChatTypes
import RuntimeKit

/// Runs a piece of work for each chat that requests it, never twice at once for one chat and for a few chats at a time.
///
/// A request that comes while its chat is being served makes the work run again afterwards, so none is lost. Failed work runs
/// again after a pause, during which other chats are served. A request ends a long pause that the server asked for.
final class ChatWorkers: Sendable {
    private struct Claim {
        let backoff: Backoff
        /// Given by a request while the work waits for its next attempt.
        let retry = Signal()
        var isRequestedAgain = false
    }

    private struct Failure {
        let chat: ChatID
        let backoff: Backoff
        let error: any Error
    }

    private let limit: Int
    private let random: RandomSource
    private let pause: RetryPause
    private let requests = CoalescingQueue<ChatID>()
    private let failures = CoalescingQueue<Failure>()
    private let claims = InterleavingMutex<[ChatID: Claim]>([:])

    /// Serves at most `limit` chats at a time; the others wait in the order of their requests.
    init(limit: Int, random: RandomSource, pause: RetryPause) {
        (self.limit, self.random, self.pause) = (limit, random, pause)
    }

    func request(_ chat: ChatID) {
        let known = claims.withLock { claims -> Signal? in
            guard let claim = claims[chat] else {
                claims[chat] = Claim(backoff: Backoff(random: random))
                return nil
            }
            claims[chat]?.isRequestedAgain = true
            return claim.retry
        }
        if let known { known.wakeAll() } else { requests.post(chat) }
    }

    /// Requests the chats that an earlier launch left unfinished, then serves requests until the caller's task is cancelled.
    ///
    /// Reads `unfinished` again after a pause when the disk fails. `work` returns the error that makes it run again.
    func run(
        resuming unfinished: () async throws -> [ChatID] = { [] },
        _ work: @escaping @Sendable (ChatID, Backoff) async -> (any Error)?
    ) async {
        let backoff = Backoff(random: random)
        while !Task.isCancelled {
            do {
                try await unfinished().forEach(request)
                break
            } catch {
                await pause(backoff, after: error)
            }
        }
        await withDiscardingTaskGroup { group in
            group.addTask { await self.serveRequests(work) }
            while true {
                let failures = await failures.takeAll()
                if failures.isEmpty { return }
                for failure in failures {
                    let retry = claims.withLock { $0[failure.chat]?.retry }
                    group.addTask {
                        await self.pause(failure.backoff, after: failure.error, retry: retry)
                        self.requests.post(failure.chat)
                    }
                }
            }
        }
    }

    private func serveRequests(_ work: @escaping @Sendable (ChatID, Backoff) async -> (any Error)?) async {
        await withTaskGroup(of: Void.self) { group in
            var running = 0
            while true {
                let chats = await requests.takeAll()
                if chats.isEmpty { break }
                for chat in chats {
                    if running >= limit { await group.next() } else { running += 1 }
                    group.addTask { await self.serve(chat, work) }
                }
            }
        }
    }

    private func serve(_ chat: ChatID, _ work: @Sendable (ChatID, Backoff) async -> (any Error)?) async {
        guard let backoff = claims.withLock({ $0[chat]?.backoff }) else { return }
        repeat {
            if let error = await work(chat, backoff) {
                return failures.post(Failure(chat: chat, backoff: backoff, error: error))
            }
        } while !Task.isCancelled && isRequestedAgain(chat)
    }

    private func isRequestedAgain(_ chat: ChatID) -> Bool {
        claims.withLock { claims in
            guard claims[chat]?.isRequestedAgain == true else {
                claims[chat] = nil
                return false
            }
            claims[chat]?.isRequestedAgain = false
            return true
        }
    }
}

extension Backoff {
    /// Attempts the items that `next` finds until there are none or the server refuses one; returns any other error.
    ///
    /// Returns `responseLost` if `next` finds an item again after its attempt succeeded: a server that confirms without effect
    /// must not be asked in a tight loop.
    func attemptAll<Item: Equatable & Sendable>(
        _ next: () async throws -> Item?,
        attempting attempt: (Item) async throws -> Void
    ) async -> (any Error)? {
        do {
            var following = try await next()
            while !Task.isCancelled, let item = following {
                try await attempt(item)
                following = try await next()
                guard following != item else { return ServiceError.responseLost }
                reset()
            }
            return nil
        } catch ServiceError.refused {
            return nil
        } catch {
            return error
        }
    }
}
