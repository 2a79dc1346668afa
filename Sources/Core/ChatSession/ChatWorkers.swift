import ChatTypes
import RuntimeKit

/// Runs a piece of work for each chat that needs it: never twice at once for one chat, and for a few chats at a time.
///
/// A request that comes while its chat is being worked on makes the work run once more afterwards, so none is lost. Work
/// that fails runs again after a pause, which takes no other chat's place.
final class ChatWorkers: Sendable {
    private struct Claim {
        let backoff: Backoff
        var isRequestedAgain = false
    }

    private struct Failure {
        let chat: ChatID
        let backoff: Backoff
        let error: any Error
    }

    private let limit: Int
    private let random: RandomSource
    private let requests = CoalescingQueue<ChatID>()
    private let failures = CoalescingQueue<Failure>()
    private let claims = InterleavingMutex<[ChatID: Claim]>([:])

    /// At most `limit` chats at a time; the others wait in the order of their requests.
    init(limit: Int, random: RandomSource) {
        self.limit = limit
        self.random = random
    }

    func request(_ chat: ChatID) {
        let isFree = claims.withLock { claims in
            guard claims[chat] == nil else {
                claims[chat]?.isRequestedAgain = true
                return false
            }
            claims[chat] = Claim(backoff: Backoff(random: random))
            return true
        }
        if isFree { requests.post(chat) }
    }

    /// Serves requests until the caller's task is cancelled.
    ///
    /// `work` returns why it failed; then it runs again when `pause` has returned.
    func run(
        pause: @escaping @Sendable (Backoff, any Error) async -> Void,
        _ work: @escaping @Sendable (ChatID, Backoff) async -> (any Error)?
    ) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.serveRequests(work) }
            while true {
                let failures = await failures.takeAll()
                if failures.isEmpty { return }
                for failure in failures {
                    group.addTask {
                        await pause(failure.backoff, failure.error)
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
