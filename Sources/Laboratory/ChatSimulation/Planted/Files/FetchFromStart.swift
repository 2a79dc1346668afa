import Transport

extension PlantedFault {
    /// Of a file that comes, what is here already comes once more.
    public static let fetchFromStart = PlantedFault(
        "fetchFromStart",
        breaks: [.files],
        firstSeed: 21,
        changes: .service { RestartingDownloads(inner: $0) }
    )
}

/// Begins anew with each attempt to fetch a file, and says that it goes on.
private struct RestartingDownloads: ForwardingService {
    let inner: SeverableTransport

    func download(_ file: FileID, from offset: Int64, _ receive: @escaping FileReceiving) async throws {
        try await inner.download(file, from: 0, receive)
    }
}
