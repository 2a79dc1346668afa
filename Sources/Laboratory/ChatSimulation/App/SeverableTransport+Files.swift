import ChatTypes
import Transport

extension SeverableTransport {
    func upload(_ file: OutgoingFile, reading read: @escaping FileReading) async throws -> FileID {
        try await pass("upload \(file.id)") {
            if world.moods.take(.refusedFile) { throw ServiceError.refused(Self.moody, text: Self.refusal) }
            do {
                let id = try await inner.upload(file) { [self] offset, count in
                    if isSevered { throw CancellationError() }
                    let wasTakenBack = world.evidence.wasTakenBack(file.id)
                    let part = try await world.inProcess { try await read(offset, count) }
                    if isSevered { throw CancellationError() }
                    witness.checkPart(of: file, wasTakenBack: wasTakenBack)
                    return part
                }
                world.lostFiles.noteUploaded(id)
                return id
            } catch {
                world.evidence.noteRefusal(error, of: file.id, in: file.chat)
                throw error
            }
        }
    }

    /// Throws the refusal of a message whose file the server has lost. The app may not know of a first refusal, if it was killed
    /// then, and has to upload the file again after the second. On a disk that fails, it cannot know.
    func refuse(lost file: FileID, of message: MessageID) throws {
        if world.moods.take(.lostFile) { world.lostFiles.lose(file) }
        guard let count = world.lostFiles.refuse(file, isNoted: !world.disk.isFailing) else { return }
        world.evidence.check(
            .files,
            count < 3,
            "\(message) was sent \(count) times with a file that the server has lost"
        )
        throw ServiceError.refused(.unknownFile, text: Self.refusal)
    }

    func download(_ file: FileID, from offset: Int64, _ receive: @escaping FileReceiving) async throws {
        let place = world.place(of: file)
        witness.checkDownload(of: file, in: place)
        try await pass("download \(file) from \(offset)") {
            if world.moods.take(.refusedFile) { throw ServiceError.refused(Self.moody, text: Self.refusal) }
            try await inner.download(file, from: offset) { [self] part in
                if isSevered { throw CancellationError() }
                let wasCancelled = world.evidence.wasCancelled(place)
                try await world.inProcess { try await receive(part) }
                if isSevered { throw CancellationError() }
                witness.checkPart(of: place, wasCancelled: wasCancelled)
            }
        }
    }
}
