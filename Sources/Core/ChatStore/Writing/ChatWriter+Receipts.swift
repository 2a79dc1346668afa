public import Transport

extension ChatWriter {
    /// Moves our own marker up to a message that was on screen, and remembers that the server is to be told.
    ///
    /// Returns false when the marker is there already, or beyond, or when the message has no position yet. Throws
    /// `SQLiteError`.
    public func markRead(upTo message: MessageID, in chat: ChatID) throws -> Bool {
        guard let old = try ChatRecord.find(chat, in: connection),
            let position = try position(of: message, in: old.key)
        else { return false }
        var record = old
        guard try advanceMyMarker(to: position, in: &record) else { return false }
        try record.save(replacing: old, in: connection)
        try connection.run("UPDATE chat SET receipt_due = ? WHERE key = ?", message.rawValue, old.key)
        return true
    }

    func take(_ receipt: ReadReceipt, into record: inout ChatRecord, _ applied: inout AppliedUpdate) throws {
        guard let position = try position(of: receipt.message, in: record.key) else {
            try hold(receipt, in: record.key)
            return
        }
        try advance(receipt.reader, to: position, in: &record, &applied)
    }

    /// Acts on receipts that came before the message that they name.
    func takeAwaitedReceipts(
        for message: Message,
        into record: inout ChatRecord,
        _ applied: inout AppliedUpdate
    ) throws {
        let readers = try connection.rows(
            "DELETE FROM awaited_receipt WHERE chat = ? AND message = ? RETURNING mine",
            record.key,
            message.id.rawValue
        ) { row in row.flag(0) ? Author.me : .contact }
        for reader in readers {
            try advance(reader, to: message.position.rawValue, in: &record, &applied)
        }
    }

    private func advance(
        _ reader: Author,
        to position: Int64,
        in record: inout ChatRecord,
        _ applied: inout AppliedUpdate
    ) throws {
        switch reader {
        case .me:
            if try advanceMyMarker(to: position, in: &record) { applied.isChange = true }
        case .contact:
            guard record.theirMarker.map({ $0 < position }) ?? true else { return }
            record.theirMarker = position
            applied.isChange = true
        }
    }

    /// Takes what is now read off the unread count. Cost: linear in what is newly read.
    func advanceMyMarker(to position: Int64, in record: inout ChatRecord) throws -> Bool {
        let marker = record.myMarker ?? .min
        guard marker < position else { return false }
        let newlyRead = try connection.first(
            "SELECT count(*) FROM message WHERE chat = ? AND position > ? AND position <= ? AND mine = 0",
            record.key,
            marker,
            position
        ) { $0.integer(0) }
        record.myMarker = position
        record.unread -= newlyRead ?? 0
        return true
    }

    private func position(of message: MessageID, in chat: Int64) throws -> Int64? {
        try connection.first(
            "SELECT position FROM message WHERE chat = ? AND id = ?",
            chat,
            message.rawValue
        ) { $0.optionalInteger(0) } ?? nil
    }

    /// Keeps a receipt until its message comes; bounded, so that nobody can fill the disk with receipts for nothing.
    private func hold(_ receipt: ReadReceipt, in chat: Int64) throws {
        let count = try connection.first(
            "SELECT count(*) FROM awaited_receipt WHERE chat = ?",
            chat
        ) { $0.integer(0) }
        guard (count ?? 0) < Self.awaitedReceiptLimit else { return }
        try connection.run(
            "INSERT OR IGNORE INTO awaited_receipt(chat, message, mine) VALUES (?, ?, ?)",
            chat,
            receipt.message.rawValue,
            receipt.reader == .me
        )
    }

    private static var awaitedReceiptLimit: Int64 { 100 }
}
