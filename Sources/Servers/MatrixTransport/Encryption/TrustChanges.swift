import RuntimeKit

/// The chats that follow changes in the trust in people and devices.
final class TrustChanges: Sendable {
    private let followers = InterleavingMutex<(count: Int, queues: [Int: CoalescingQueue<Void>])>((0, [:]))

    /// Reports a change to every follower.
    func post() {
        let queues = followers.withLock { $0.queues.sorted { $0.key < $1.key } }
        for (_, queue) in queues { queue.post(()) }
    }

    /// Calls `changed` after each change, until the caller's task is cancelled.
    func follow(_ changed: () -> Void) async {
        let queue = CoalescingQueue<Void>()
        let number = followers.withLock { followers in
            followers.count += 1
            followers.queues[followers.count] = queue
            return followers.count
        }
        defer { followers.withLock { _ = $0.queues.removeValue(forKey: number) } }
        while await !queue.takeAll().isEmpty { changed() }
    }
}
