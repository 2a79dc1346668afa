import ChatTypes
import Transport

extension PlantedBug {
    /// An upload continues after its message was deleted.
    public static let unstoppableUpload = PlantedBug(
        "unstoppableUpload",
        breaks: [.files],
        firstSeed: 10,
        changes: .service { DeafUploads(inner: $0) }
    )
}

/// A service that reads a whole file before sending any of it, so that nothing can stop the upload.
private struct DeafUploads: ForwardingService {
    let inner: SeverableTransport

    func upload(_ file: OutgoingFile, reading read: @escaping FileReading) async throws -> FileID {
        var bytes: [UInt8] = []
        while bytes.count < file.byteCount { bytes += try await read(Int64(bytes.count), Limits.filePartBytes) }
        let all = bytes
        return try await inner.upload(file) { offset, count in Array(all.dropFirst(Int(offset)).prefix(count)) }
    }
}
