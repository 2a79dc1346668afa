import ChatTypes
import Synchronization
import Transport

extension PlantedBug {
    /// Each attempt to upload a file has a new ID.
    public static let newFileOnRetry = PlantedBug(
        "newFileOnRetry",
        breaks: [.files],
        firstSeed: 5,
        changes: .service { ForgetfulUploads(inner: $0) }
    )
}

/// A service that uploads a file under a new ID on each attempt.
private final class ForgetfulUploads: ForwardingService {
    let inner: SeverableTransport
    private let attempts = Mutex(0)

    init(inner: SeverableTransport) {
        self.inner = inner
    }

    func upload(_ file: OutgoingFile, reading read: @escaping FileReading) async throws -> FileID {
        let attempt = attempts.withLock { attempts in
            attempts += 1
            return attempts
        }
        let again = OutgoingFile(
            id: MessageID("\(file.id) attempt \(attempt)"),
            chat: file.chat,
            name: file.name,
            type: file.type,
            byteCount: file.byteCount,
            digest: file.digest
        )
        return try await inner.upload(again, reading: read)
    }
}
