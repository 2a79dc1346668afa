import Transport

extension PlantedFault {
    /// A file is brought on though its message was taken back.
    public static let unstoppableUpload = PlantedFault(
        "unstoppableUpload",
        breaks: [.files],
        firstSeed: 8,
        changes: .service { DeafUploads(inner: $0) }
    )
}

/// Reads all of a file before any of it is sent: so nothing stops it any more.
private struct DeafUploads: ForwardingService {
    let inner: SeverableTransport

    func upload(_ file: OutgoingFile, reading read: @escaping FileReading) async throws -> FileID {
        var bytes: [UInt8] = []
        while bytes.count < file.byteCount { bytes += try await read(Int64(bytes.count), Limits.filePartBytes) }
        let all = bytes
        return try await inner.upload(file) { offset, count in Array(all.dropFirst(Int(offset)).prefix(count)) }
    }
}
