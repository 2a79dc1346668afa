import ChatTypes
import Transport

extension PlantedBug {
    /// A resumed download receives the bytes that are already on the device again.
    public static let fetchFromStart = PlantedBug(
        "fetchFromStart",
        breaks: [.files],
        firstSeed: 71,
        changes: .service { RestartingDownloads(inner: $0) }
    )
}

/// A service that restarts each download from the beginning but reports it as resumed.
private struct RestartingDownloads: ForwardingService {
    let inner: SeverableTransport

    func download(_ file: FileID, from offset: Int64, _ receive: @escaping FileReceiving) async throws {
        try await inner.download(file, from: 0, receive)
    }
}
