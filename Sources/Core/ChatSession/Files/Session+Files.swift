public import ChatStore
public import ChatTypes
public import RuntimeKit

/// The files of messages.
extension Session {
    /// Commits a request for a message's file; `run()` downloads it, in this launch or a later one.
    ///
    /// Does nothing if the file is here or requested already. Throws a `FileError` for a file that cannot be downloaded, or a
    /// `StorageProblem`.
    public func download(_ message: MessageID, in chat: ChatID) async throws {
        try await downloader.request(message, in: chat)
    }

    /// Cancels the download of a message's file and removes its bytes; a complete file stays. Throws a `StorageProblem`.
    public func cancelDownload(of message: MessageID, in chat: ChatID) async throws {
        try await downloader.cancel(message, in: chat)
    }

    /// Returns a query of the files of messages, which runs after each change and a few times a second during a transfer.
    ///
    /// Leaves out messages without a file and files that were never requested. Cost: a few steps for each message.
    public func transfers(
        of messages: [MessageID],
        in chat: ChatID
    ) -> LiveQuery<[MessageID], QueryResult<[MessageID: FileTransfer]>> {
        query(messages, dependingOn: .files(chat)) { [progress] messages, reader in
            var transfers: [MessageID: FileTransfer] = [:]
            for message in messages {
                transfers[message] = try reader.file(of: message, in: chat).flatMap { progress.transfer(of: $0) }
            }
            return transfers
        }
    }

    /// Returns the state of a file; nil if it was never requested.
    public func transfer(of file: StoredFile) -> FileTransfer? { progress.transfer(of: file) }

    /// Writes a complete file to `path`, readable by its owner only.
    ///
    /// Never overwrites a file; a failure leaves none. Throws `FileError.lost` for a file that is not here, a `StorageProblem` or
    /// `CancellationError`. Cost: linear in the file's length.
    public func saveFile(of message: MessageID, in chat: ChatID, to path: String) async throws {
        try await downloader.save(message, in: chat, to: path)
    }
}
