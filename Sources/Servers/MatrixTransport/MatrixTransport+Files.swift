public import ChatTypes
import JSONKit
import MatrixCrypto
public import Transport

extension MatrixTransport {
    /// Uploads a file in one request, unless this process or an earlier one has uploaded it.
    ///
    /// Matrix has no idempotent uploads: if the response is lost, the homeserver has the file twice, under two addresses. The message
    /// is sent once, with one of them.
    public func upload(_ file: OutgoingFile, reading read: @escaping FileReading) async throws -> FileID {
        if let place = try await ledger.read({ try $0.outgoing.file(of: file.id) }) { return place }
        let isEncrypted = try await prepareToWrite(in: file.chat)
        if let limit = try await api.uploadLimit(), file.byteCount > limit {
            throw ServiceError.refused(.tooLarge, text: "The server accepts files of at most \(limit) bytes")
        }
        let place: FileID
        if isEncrypted {
            guard let encryption else { throw ServiceError.encrypted }
            let encryptor = try FileEncryptor(random: encryption.machine.random)
            // Name and type are within the encrypted message only.
            let address = try await uploadParts(of: file.anonymous) { offset, count in
                try await encryptor.encrypt(try await read(offset, count), at: offset)
            }
            place = try await encryptor.finish(at: address).file
        } else {
            place = try await uploadParts(of: file, read).file
        }
        // A full disk does not undo the upload: the history will store the address.
        try? await ledger.write { try $0.outgoing.setFile(place, of: file.id) }
        return place
    }

    private func uploadParts(of file: OutgoingFile, _ read: @escaping FileReading) async throws -> MediaAddress {
        let answer = try await api.upload(file) { offset, count in
            let part = try await read(offset, count)
            guard part.count == count else { throw FileError.lost }
            return part
        }
        guard let address = answer["content_uri"]?.string.flatMap(MediaAddress.init) else {
            throw ServiceError.refused(.unknownFile, text: "The server did not return the file's address")
        }
        return address
    }

    /// Whether both the file and the room are encrypted, or neither.
    public func canReuse(_ file: FileID, in chat: ChatID) async throws -> Bool {
        let isEncrypted = try await isEncrypted(chat)
        return MediaAddress(file.rawValue) != nil ? !isEncrypted : EncryptedFile(file) != nil && isEncrypted
    }

    public func download(_ file: FileID, from offset: Int64, _ receive: @escaping FileReceiving) async throws {
        if let file = EncryptedFile(file) { return try await download(file, from: offset, receive) }
        guard let address = MediaAddress(file.rawValue) else {
            throw ServiceError.refused(.unknownFile, text: "The file has no valid address")
        }
        try await api.download(address, from: offset, receive)
    }
}

extension OutgoingFile {
    /// The file without what its bytes do not tell.
    fileprivate var anonymous: OutgoingFile {
        OutgoingFile(
            id: id,
            chat: chat,
            name: "file",
            type: "application/octet-stream",
            byteCount: byteCount,
            digest: digest
        )
    }
}
