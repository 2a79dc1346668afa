import ChatTypes
import Synchronization
import Transport

extension PlantedBug {
    /// While push is refused, every other attempt counts as connected.
    public static let flappingStatus = PlantedBug(
        "flappingStatus",
        breaks: [.modelAlone],
        changes: .pushes { pushes, _ in FlappingPushes(inner: pushes) }
    )
}

/// A push source that reports every other refused connection as opened.
private final class FlappingPushes: PushSource {
    private let inner: SeverableTransport
    private let refusals = Mutex(0)

    init(inner: SeverableTransport) {
        self.inner = inner
    }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        do { try await inner.receive(body) } catch let error as ServiceError where !error.isTemporary {
            let count = refusals.withLock { count in
                count += 1
                return count
            }
            if count.isMultiple(of: 2) { await body(.opened) }
            throw error
        }
    }
}
