import Synchronization
import Transport

extension PlantedFault {
    /// Each attempt to make a group has an id of its own.
    public static let newGroupOnRetry = PlantedFault(
        "newGroupOnRetry",
        breaks: [.membership],
        firstSeed: 14,
        changes: .service { ForgetfulGroups(inner: $0) }
    )
}

/// Gives a group another id with each attempt to make it.
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
