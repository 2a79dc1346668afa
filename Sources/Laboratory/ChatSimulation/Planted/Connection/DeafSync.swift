import Synchronization
import Transport

extension PlantedFault {
    /// After a sync that was refused, nothing is synced any more.
    public static let deafSync = PlantedFault(
        "deafSync",
        breaks: [.complete, .receipts, .modelAlone],
        changes: .service { transport in
            DeafService(inner: transport) { ($0 as? ServiceError)?.isTemporary == false }
        }
    )

    /// After a sync that ended as if it had been cancelled, nothing is synced any more.
    public static let cancelledSync = PlantedFault(
        "cancelledSync",
        breaks: [.complete, .modelAlone],
        firstSeed: 22,
        changes: .service { transport in DeafService(inner: transport) { $0 is CancellationError && !Task.isCancelled }
        }
    )
}

/// After the first failure of some kind it syncs no more.
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
