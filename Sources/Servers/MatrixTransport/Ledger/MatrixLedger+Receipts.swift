import ChatTypes
import SQLiteKit

/// A receipt for an event that is not shown, or that has no place yet.
struct StrayReceipt: Hashable, Sendable {
    let chat: ChatID
    let event: MessageID
    let reader: ContactID
}

/// A stray receipt in our words.
struct SettledReceipt {
    let stray: StrayReceipt
    let update: ChatUpdate
    /// Where the page ended with which it was handed on; nil before.
    var next: String?
}

extension MatrixLedger {
    /// Who has read up to where, in our words. A receipt for an event that has no place is kept.
    ///
    /// What one person has read up to is asked for in any case; in a group only what is said while we listen: in its first news
    /// each member's receipt is for some event, and most of those come by themselves when a person reads back so far.
    func receipts(_ news: RoomNews, in room: Int64, isGroup: Bool, isWhole: Bool) throws -> [ReadReceipt] {
        guard !news.receipts.isEmpty else { return [] }
        var (places, read, stray) = ([MessageID: MessageID?](), [ReadReceipt](), [RoomNews.Receipt]())
        for receipt in news.receipts.prefix(2 * Limits.members) {
            let known = try places[receipt.event] ?? standing(receipt.event, in: news.timeline, room)
            places[receipt.event] = .some(known)
            if let known {
                read.append(ReadReceipt(reader: author(receipt.reader, isGroup: isGroup), message: known))
            } else {
                stray.append(receipt)
            }
        }
        try keep(stray, in: room) { isGroup && isWhole && $0 != user ? 0 : 1 }
        return read
    }

    /// The message that an event is; of what is not shown, the one before it, where the timeline says which.
    private func standing(_ event: MessageID, in timeline: [RoomEvent], _ room: Int64) throws -> MessageID? {
        if let message = try message(of: event, in: room) { return message }
        guard let index = timeline.firstIndex(where: { $0.id == event }),
            let before = timeline[..<index].last(where: \.isShown)
        else { return nil }
        return try message(of: before.id, in: room)
    }

    private func keep(_ stray: [RoomNews.Receipt], in room: Int64, state: (ContactID) -> Int) throws {
        guard !stray.isEmpty else { return }
        let count = try connection.first("SELECT count(*) FROM stray_receipt WHERE room = ?", room) { $0.count(0) } ?? 0
        // The last one of each reader stays.
        for receipt in stray.prefix(max(1, Limits.members - count)).sorted(by: { $0.time < $1.time }) {
            try connection.run(
                "INSERT OR REPLACE INTO stray_receipt(room, reader, event, state) VALUES (?, ?, ?, ?)",
                room,
                receipt.reader.rawValue,
                receipt.event.rawValue,
                state(receipt.reader)
            )
        }
    }

    /// Those that are to be asked for and have not been settled yet; our own come first.
    func strayReceipts(limit: Int) throws -> [StrayReceipt] { try strayReceipts(from: 1, limit: limit) }

    private func strayReceipts(from state: Int, limit: Int) throws -> [StrayReceipt] {
        let all = try connection.rows(
            """
            SELECT r.id, s.event, s.reader FROM stray_receipt s JOIN room r ON r.key = s.room
            WHERE s.state > 0 AND s.state >= ?
            ORDER BY s.reader = ? DESC, s.room, s.event, s.reader LIMIT ?
            """,
            state,
            user.rawValue,
            limit + settled.count
        ) { StrayReceipt(chat: ChatID($0.text(0)), event: MessageID($0.text(1)), reader: ContactID($0.text(2))) }
        let done = Set(settled.map(\.stray))
        return Array(all.filter { !done.contains($0) }.prefix(limit))
    }

    /// Settles the stray receipts whose events have got their places since.
    func settlePlacedReceipts(limit: Int) throws -> [ChatUpdate] {
        try strayReceipts(from: 2, limit: limit).compactMap { stray in
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
        let receipt = ReadReceipt(reader: author(stray.reader, isGroup: room.isGroup), message: message)
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
            "DELETE FROM stray_receipt WHERE room = ? AND reader = ? AND event = ?",
            room.key,
            stray.reader.rawValue,
            stray.event.rawValue
        )
    }
}
