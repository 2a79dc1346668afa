import Synchronization
import Transport

/// Runs a piece of work for each chat that needs it: never twice at once for one chat, and for a few chats at a time.
///
/// A request that comes while its chat is being worked on makes the work run once more afterwards, so none is lost.
final class ChatWorkers: Sendable {
    private enum Claim {
        case taken
        case takenAndRequested
    }

    private let limit: Int
    private let requests = Mailbox<ChatID>()
    private let claims = Mutex<[ChatID: Claim]>([:])

    /// At most `limit` chats at a time; the others wait in the order of their requests.
    init(limit: Int) {
        self.limit = limit
    }

    func request(_ chat: ChatID) {
        let isFree = claims.withLock { claims in
            defer { claims[chat] = claims[chat] == nil ? .taken : .takenAndRequested }
            return claims[chat] == nil
        }
        if isFree { requests.post(chat) }
    }

    /// Serves requests until the caller's task is cancelled.
    func run(_ work: @escaping @Sendable (ChatID) async -> Void) async {
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

    private func serve(_ chat: ChatID, _ work: @Sendable (ChatID) async -> Void) async {
        repeat { await work(chat) } while !Task.isCancelled && isRequestedAgain(chat)
    }

    private func isRequestedAgain(_ chat: ChatID) -> Bool {
        claims.withLock { claims in
            let isRequested = claims[chat] == .takenAndRequested
            claims[chat] = isRequested ? .taken : nil
            return isRequested
        }
    }
}
