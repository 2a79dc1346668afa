import ChatTypes
import Transport

extension SeverableTransport {
    func upload(_ file: OutgoingFile, reading read: @escaping FileReading) async throws -> FileID {
        try await pass("upload \(file.id)") {
            if world.moods.take(.refusedFile) { throw ServiceError.refused(Self.moody, text: Self.refusal) }
            do {
                return try await inner.upload(file) { [self] offset, count in
                    if isSevered { throw CancellationError() }
                    let wasTakenBack = world.evidence.wasTakenBack(file.id)
                    let part = try await world.inProcess { try await read(offset, count) }
                    if isSevered { throw CancellationError() }
                    witness.checkPart(of: file, wasTakenBack: wasTakenBack)
                    return part
                }
            } catch {
                world.evidence.noteRefusal(error, of: file.id, in: file.chat)
                throw error
            }
        }
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
