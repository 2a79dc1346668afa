import ChatStore
import Transport

/// A receipt for an event that is not shown, or that has no place yet.
struct StrayReceipt: Hashable, Sendable {
    let chat: ChatID
    let event: MessageID
    let reader: Author
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

    func strayReceipts(limit: Int) throws -> [StrayReceipt] {
        try connection.rows(
            """
            SELECT r.id, s.event, s.mine FROM stray_receipt s JOIN room r ON r.key = s.room
            ORDER BY s.mine DESC, s.room LIMIT ?
            """,
            limit
        ) {
            StrayReceipt(
                chat: ChatID($0.text(0)),
                event: MessageID($0.text(1)),
                reader: $0.flag(2) ? .me : .contact
            )
        }
    }

    /// Settles a stray receipt with what stands at or before its event, newest first.
    func settle(_ stray: StrayReceipt, with events: [RoomEvent]) throws -> ChatUpdate? {
        guard let room = try room(stray.chat) else { return nil }
        try connection.run(
            "DELETE FROM stray_receipt WHERE room = ? AND mine = ? AND event = ?",
            room.key,
            stray.reader == .me,
            stray.event.rawValue
        )
        guard let event = events.first(where: \.isShown), let header = try header(of: room.key) else { return nil }
        // One's own is known by the id that it was born with.
        let own = event.sender == user ? event.ownID : nil
        let message = try message(of: event.id, in: room.key) ?? own ?? event.id
        return ChatUpdate(chat: header, receipts: [ReadReceipt(reader: stray.reader, message: message)])
    }
}
