import ChatTypes
import Synchronization

extension PlantedBug {
    /// Each attempt to create a group has a new ID.
    public static let newGroupOnRetry = PlantedBug(
        "newGroupOnRetry",
        breaks: [.membership],
        firstSeed: 16,
        changes: .service { ForgetfulGroups(inner: $0) }
    )
}

/// A service that creates a group under a new ID on each attempt.
private final class ForgetfulGroups: ForwardingService {
    let inner: SeverableTransport
    private let attempts = Mutex(0)

    init(inner: SeverableTransport) {
        self.inner = inner
    }

    func createGroup(_ group: OutgoingGroup) async throws -> ChatHeader {
        let attempt = attempts.withLock { attempts in
            attempts += 1
            return attempts
        }
        let id = MessageID("\(group.id) attempt \(attempt)")
        return try await inner.createGroup(OutgoingGroup(id: id, title: group.title, names: group.names))
    }
}
