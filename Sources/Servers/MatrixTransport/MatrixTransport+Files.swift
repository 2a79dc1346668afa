public import ChatTypes
public import Transport

extension MatrixTransport {
    /// Brings a file to the homeserver, in one request; what is known to be there, from an earlier life too, is not brought again.
    ///
    /// A homeserver has no word for "the same once more". So where the answer is lost, the file is there twice, under two names;
    /// the message is sent with one of them, once.
    public func upload(_ file: OutgoingFile, reading read: @escaping FileReading) async throws -> FileID {
        if let place = try await ledger.place(ofFileOf: file.id) { return place }
        try await prepareToWrite(in: file.chat)
        if let limit = try await api.uploadLimit(), file.byteCount > limit {
            throw ServiceError.refused(.tooLarge, text: "The server takes files of at most \(limit) bytes")
        }
        let answer = try await api.upload(file) { offset, count in
            let part = try await read(offset, count)
            guard part.count == count else { throw FileError.lost }
            return part
        }
        guard let place = answer["content_uri"]?.string.flatMap(MediaAddress.init)?.file else {
            throw ServiceError.refused(.unknownFile, text: "The server does not say where the file is")
        }
        // A disk that is full takes nothing from what has been done: the history will keep it.
        try? await ledger.note(place, ofFileOf: file.id)
        return place
    }

    public func download(_ file: FileID, from offset: Int64, _ receive: @escaping FileReceiving) async throws {
        guard let address = MediaAddress(file.rawValue) else {
            throw ServiceError.refused(.unknownFile, text: "The file's address is none that a homeserver has")
        }
        try await api.download(address, from: offset, receive)
    }
}
