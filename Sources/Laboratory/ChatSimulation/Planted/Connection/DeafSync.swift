import Synchronization
import Transport

extension PlantedFault {
    /// After a sync that was refused, nothing is synced any more.
    public static let deafSync = PlantedFault(
        "deafSync",
        breaks: [.complete, .modelAlone],
        firstSeed: 21,
        changes: .service { DeafService(inner: $0) }
    )
}

/// After the first refusal it syncs no more.
private final class DeafService: ForwardingService {
    let inner: SeverableTransport
    private let isDeaf = Mutex(false)

    init(inner: SeverableTransport) {
        self.inner = inner
    }

    func sync(since cursor: SyncCursor?) async throws -> SyncPage {
        if isDeaf.withLock(\.self) { throw ServiceError.unreachable }
        do {
            return try await inner.sync(since: cursor)
        } catch let error as ServiceError where !error.isTemporary {
            isDeaf.withLock { $0 = true }
            throw error
        }
    }
}
