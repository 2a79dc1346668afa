import ChatTypes
import Synchronization

extension PlantedBug {
    /// The app stops syncing after a refused sync.
    public static let deafSync = PlantedBug(
        "deafSync",
        breaks: [.complete, .receipts, .modelAlone],
        firstSeed: 6,
        changes: .service { transport in
            DeafService(inner: transport) { ($0 as? ServiceError)?.isTemporary == false }
        }
    )

    /// The app stops syncing after a sync that ended like a cancelled one.
    public static let cancelledSync = PlantedBug(
        "cancelledSync",
        breaks: [.complete, .modelAlone, .receipts, .samePath],
        firstSeed: 23,
        changes: .service { transport in DeafService(inner: transport) { $0 is CancellationError && !Task.isCancelled }
        }
    )
}

/// A service that stops syncing after the first error of some kind.
private final class DeafService: ForwardingService {
    let inner: SeverableTransport
    private let isLast: @Sendable (any Error) -> Bool
    private let isDeaf = Mutex(false)

    init(inner: SeverableTransport, after isLast: @escaping @Sendable (any Error) -> Bool) {
        (self.inner, self.isLast) = (inner, isLast)
    }

    func sync(since cursor: SyncCursor?) async throws -> SyncPage {
        if isDeaf.withLock(\.self) { throw ServiceError.unreachable }
        do {
            return try await inner.sync(since: cursor)
        } catch  where isLast(error) {
            isDeaf.withLock { $0 = true }
            throw error
        }
    }
}
