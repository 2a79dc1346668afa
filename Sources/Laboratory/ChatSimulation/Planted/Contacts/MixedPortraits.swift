import Synchronization
import Transport

extension PlantedFault {
    /// Each contact has the portrait of the one before.
    public static let mixedPortraits = PlantedFault(
        "mixedPortraits",
        breaks: [.complete],
        firstSeed: 20,
        changes: .service { MixedPortraits(inner: $0) }
    )
}

/// Gives each contact the portrait of the one who was asked for before.
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
