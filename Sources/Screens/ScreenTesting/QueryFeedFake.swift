public import RuntimeKit
import Synchronization

/// The queries that a model's fake has answered with: tells them of changes, and knows how many are still held.
///
/// Safe to use from any thread.
public final class QueryFeedFake: Sendable {
    private struct Follower {
        weak var query: (any Invalidatable)?
    }

    private let followers = Mutex<[Follower]>([])

    public init() {}

    /// How many of them a screen still holds.
    public var heldCount: Int { followers.withLock { $0.count { $0.query != nil } } }

    /// A query of the fake, which every later change invalidates.
    public func query<Request, Answer>(
        _ request: Request,
        read: @escaping @Sendable (Request) async -> Answer
    ) -> LiveQuery<Request, Answer> {
        let query = LiveQuery(request, read: read)
        followers.withLock { $0.append(Follower(query: query.invalidation)) }
        return query
    }

    /// Says to each that its answer may have changed, in the order in which they were asked.
    public func invalidate() {
        for query in followers.withLock({ $0.compactMap(\.query) }) { query.invalidate() }
    }
}
