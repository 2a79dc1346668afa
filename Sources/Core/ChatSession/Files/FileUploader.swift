import ChatStore
import ChatTypes
import RuntimeKit
import Transport

/// Uploads copies of files to the server.
struct FileUploader: Sendable {
    private let context: SessionContext
    private let progress: TransferProgress

    init(_ context: SessionContext, progress: TransferProgress) {
        (self.context, self.progress) = (context, progress)
    }

    /// Uploads a file and returns its id on the server.
    ///
    /// Throws a `FileError` if the copy cannot be read, `TransferCancelled` if the file is not next in the outbox any more, or
    /// a `ServiceError`. The caller ends the progress.
    func upload(
        _ file: OutgoingFile,
        from copy: String?,
        in chat: ChatID,
        _ backoff: Backoff
    ) async throws -> FileID {
        let files = context.history.files
        // The copy may be incomplete after a power cut, or missing where only the history was restored.
        guard let copy, try reading({ try files.size(of: copy) }) == file.byteCount else { throw FileError.lost }
        progress.begin(copy, in: chat)
        let id = try await context.service.withTimeLimitForEachPart { [self] service, noteProgress in
            try await service.upload(file) { offset, count in
                noteProgress()
                guard await isNext(file.id, in: chat) else { throw TransferCancelled() }
                progress.note(copy, at: offset, in: chat)
                // The server has the bytes before the offset.
                backoff.note(offset, of: copy)
                return try reading { try files.read(copy, at: offset, count: count) }
            }
        }
        guard id.rawValue.isUsableID else { throw FileError.noAddress }
        return id
    }

    /// Whether a file is next in its chat's outbox. True if the disk fails, so that the upload goes on.
    private func isNext(_ file: MessageID, in chat: ChatID) async -> Bool {
        do {
            let next = try await context.history.read { try $0.nextToSend(in: chat, withDeletions: false) }
            guard case .upload(let next, _)? = next else { return false }
            return next.id == file
        } catch {
            return true
        }
    }
}

/// Turns storage problems into file errors, so that a lasting problem fails its message and blocks no other.
private func reading<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let problem as StorageProblem { throw FileError.unreadable(problem) }
}
