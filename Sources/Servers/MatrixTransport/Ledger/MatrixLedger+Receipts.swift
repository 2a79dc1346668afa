import ChatStore
import Transport

/// A receipt for an event that is not shown, or that has no place yet.
struct StrayReceipt: Hashable, Sendable {
    let chat: ChatID
    let event: MessageID
    let reader: Author
}

/// A stray receipt in our words.
struct SettledReceipt {
    let stray: StrayReceipt
    let update: ChatUpdate
    /// Where the page ended with which it was handed on; nil before.
    var next: String?
}

extension MatrixLedger {
    /// A receipt in our words; nil, and kept, when it is for an event that has no place.
    func receipt(_ receipt: RoomNews.Receipt, in room: RoomRow) throws -> ReadReceipt? {
        let reader: Author = receipt.reader == user ? .me : .contact
        if let message = try message(of: receipt.event, in: room.key) {
            return ReadReceipt(reader: reader, message: message)
        }
        try connection.run(
            "INSERT OR REPLACE INTO stray_receipt(room, mine, event) VALUES (?, ?, ?)",
            room.key,
            reader == .me,
            receipt.event.rawValue
        )
        return nil
    }

    /// Those that have not been settled yet.
    func strayReceipts(limit: Int) throws -> [StrayReceipt] {
        let all = try connection.rows(
            """
            SELECT r.id, s.event, s.mine FROM stray_receipt s JOIN room r ON r.key = s.room
            ORDER BY s.mine DESC, s.room LIMIT ?
            """,
            limit + settled.count
        ) {
            StrayReceipt(
                chat: ChatID($0.text(0)),
                event: MessageID($0.text(1)),
                reader: $0.flag(2) ? .me : .contact
            )
        }
        return Array(all.filter { stray in !settled.contains { $0.stray == stray } }.prefix(limit))
    }

    /// Settles the stray receipts whose events have got their places since.
    func settlePlacedReceipts(limit: Int) throws -> [ChatUpdate] {
        try strayReceipts(limit: limit).compactMap { stray in
            guard let room = try room(stray.chat), let message = try message(of: stray.event, in: room.key) else {
                return nil
            }
            return try settle(stray, as: message, in: room)
        }
    }

    /// Settles a stray receipt with what stands at or before its event, newest first.
    func settle(_ stray: StrayReceipt, with events: [RoomEvent]) throws -> ChatUpdate? {
        guard let room = try room(stray.chat) else { return nil }
        guard let event = events.first(where: \.isShown) else {
            try forget(stray)
            return nil
        }
        // One's own is known by the id that it was born with.
        let own = event.sender == user ? event.ownID : nil
        return try settle(stray, as: try message(of: event.id, in: room.key) ?? own ?? event.id, in: room)
    }

    private func settle(_ stray: StrayReceipt, as message: MessageID, in room: RoomRow) throws -> ChatUpdate? {
        guard let header = try header(of: room.key) else { return nil }
        let receipt = ReadReceipt(reader: stray.reader, message: message)
        let update = ChatUpdate(chat: header, receipts: [receipt])
        settled.append(SettledReceipt(stray: stray, update: update))
        return update
    }

    /// What has been settled and may not have been kept by the session: it goes along with each page of a sync, until the
    /// session asks from behind one.
    func settledReceipts(since cursor: String?, next: String) throws -> [ChatUpdate] {
        _ = try settlePlacedReceipts(limit: 1000)
        for receipt in settled where receipt.next != nil && receipt.next == cursor { try forget(receipt.stray) }
        settled.removeAll { $0.next != nil && $0.next == cursor }
        // A cursor that stays the same says nothing of what was kept.
        if next != cursor { for index in settled.indices { settled[index].next = next } }
        return settled.map(\.update)
    }

    private func forget(_ stray: StrayReceipt) throws {
        guard let room = try room(stray.chat) else { return }
        try connection.run(
            "DELETE FROM stray_receipt WHERE room = ? AND mine = ? AND event = ?",
            room.key,
            stray.reader == .me,
            stray.event.rawValue
        )
    }
}
