extension ChatReader {
    /// Hands every chat, by id, and each with its messages in their order, to `body`, all of it of one moment.
    ///
    /// Equal histories export equal records. Throws what `body` throws, or `SQLiteError`. Cost: linear in the history;
    /// memory for a batch. What one moment takes holds its write-ahead log: see `HistoryReader.export(_:)`.
    public func export(_ body: (HistoryRecord) throws -> Void) throws {
        var export = try HistoryExport(of: connection)
        while let batch = try export.next(from: connection) { try batch.forEach(body) }
    }
}

extension HistoryReader {
    /// Hands every chat, by id, and each with its messages in their order, to `body`, in batches.
    ///
    /// Nothing is held while `body` runs, however long it takes: neither the history's log nor a connection. What was there
    /// at the beginning is handed over once, whatever is written meanwhile; a chat that is renamed or a message that is sent
    /// by then may show either state, and a message that comes then may be there or not. Equal histories export equal
    /// records. Throws what `body` throws, `CancellationError`, or `SQLiteError`. Cost: linear in the history; memory for a
    /// batch, the keys of the chats, and the ids of what waits in one of them.
    public func export(_ body: ([HistoryRecord]) async throws -> Void) async throws {
        var export = try await read { try HistoryExport(of: $0.connection) }
        while true {
            let before = export
            let (batch, after) = try await read { reader in
                var export = before
                return (try export.next(from: reader.connection), export)
            }
            guard let batch else { return }
            export = after
            try await body(batch)
        }
    }
}
