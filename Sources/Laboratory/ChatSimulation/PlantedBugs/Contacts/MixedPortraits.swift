import ChatTypes
import Synchronization

extension PlantedBug {
    /// Each contact has the portrait of the contact requested before.
    public static let mixedPortraits = PlantedBug(
        "mixedPortraits",
        breaks: [.complete],
        firstSeed: 8,
        changes: .service { MixedPortraits(inner: $0) }
    )
}

/// A service that returns the previous answer to each portrait request.
private final class MixedPortraits: ForwardingService {
    let inner: SeverableTransport
    private let last = Mutex<Picture?>(nil)

    init(inner: SeverableTransport) {
        self.inner = inner
    }

    func picture(of contact: ContactID) async throws -> Picture? {
        let picture = try await inner.picture(of: contact)
        return last.withLock { last in
            defer { last = picture }
            return last
        }
    }
}
