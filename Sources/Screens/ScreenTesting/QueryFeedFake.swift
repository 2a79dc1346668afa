public import RuntimeKit
import Synchronization

/// The queries that a fake model has returned. It invalidates them, and counts those still held.
///
/// Safe to use from any thread.
public final class QueryFeedFake: Sendable {
    private struct Follower {
        weak var query: (any Invalidatable)?
    }

    private let followers = Mutex<[Follower]>([])

    public init() {}

    /// The number of queries that a screen still holds.
    public var heldCount: Int { followers.withLock { $0.count { $0.query != nil } } }

    /// Returns a query that every later change invalidates.
    public func query<Request, Answer>(
        _ request: Request,
        read: @escaping @Sendable (Request) async -> Answer
    ) -> LiveQuery<Request, Answer> {
        let query = LiveQuery(request, read: read)
        followers.withLock { $0.append(Follower(query: query.invalidation)) }
        return query
    }

    /// Invalidates each query, in the order in which they were made.
    public func invalidate() {
        for query in followers.withLock({ $0.compactMap(\.query) }) { query.invalidate() }
    }
}
