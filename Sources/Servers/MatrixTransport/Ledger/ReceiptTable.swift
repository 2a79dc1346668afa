import ChatTypes
import SQLiteKit

/// A receipt for an event that is not shown, or has no position yet.
struct StrayReceipt: Hashable, Sendable {
    let chat: ChatID
    let event: MessageID
    let reader: ContactID
    /// The messages that it covers, as `RoomUpdate.Receipt.thread`.
    var thread = RoomUpdate.Thread.everything
}

/// The table `stray_receipt`: receipts that wait for the message they count for.
struct ReceiptTable {
    /// A receipt whose message was found, until the session has stored it.
    private struct Resolved {
        let stray: StrayReceipt
        let update: ChatUpdate
        /// The end of the page with which it was delivered last; nil before the first.
        var next: String?
    }

    private let connection: SQLiteConnection
    private let user: ContactID
    private let rooms: RoomTable
    private let events: EventTable
    private var resolved: [Resolved] = []

    init(_ connection: SQLiteConnection, user: ContactID, rooms: RoomTable, events: EventTable) {
        (self.connection, self.user, self.rooms, self.events) = (connection, user, rooms, events)
    }

    /// Returns the receipts in a room's update whose messages are known, and keeps the others.
    ///
    /// Messages of kept receipts are requested, except in the initial sync of a group: there every member has a receipt, and
    /// most of those events arrive when the user reads back so far.
    func receipts(in update: RoomUpdate, of room: Int64, isGroup: Bool, isWhole: Bool) throws -> [ReadReceipt] {
        guard !update.receipts.isEmpty else { return [] }
        var (places, read, stray) = ([MessageID: MessageID?](), [ReadReceipt](), [RoomUpdate.Receipt]())
        let shown = Self.shownMessages(in: update.timeline)
        for receipt in update.receipts.prefix(2 * Limits.members) {
            let known =
                try places[receipt.event] ?? events.message(of: receipt.event, in: room)
                ?? shown[receipt.event].flatMap { try events.message(of: $0, in: room) }
            places[receipt.event] = .some(known)
            if let known {
                let reader = Author(receipt.reader, user: user, isGroup: isGroup)
                let scope = try scope(receipt.thread, in: room)
                read.append(ReadReceipt(reader: reader, message: known, scope: scope))
            } else {
                stray.append(receipt)
            }
        }
        try store(stray, in: room) { isGroup && isWhole && $0 != user ? 0 : 1 }
        return read
    }

    /// Returns for each event of a timeline the last message before it. Cost: linear.
    private static func shownMessages(in timeline: [RoomEvent]) -> [MessageID: MessageID] {
        var (before, result): (MessageID?, [MessageID: MessageID]) = (nil, [:])
        for event in timeline {
            if let before, result[event.id] == nil { result[event.id] = before }
            if event.isShown { before = event.id }
        }
        return result
    }

    private func store(_ stray: [RoomUpdate.Receipt], in room: Int64, state: (ContactID) -> Int) throws {
        guard !stray.isEmpty else { return }
        let count = try connection.first("SELECT count(*) FROM stray_receipt WHERE room = ?", room) { $0.count(0) } ?? 0
        // The newest receipt of each reader in each thread replaces the others.
        for receipt in stray.prefix(max(1, Limits.members - count)).sorted(by: { $0.time < $1.time }) {
            try connection.run(
                "INSERT OR REPLACE INTO stray_receipt(room, reader, event, state, thread) VALUES (?, ?, ?, ?, ?)",
                room,
                receipt.reader.rawValue,
                receipt.event.rawValue,
                state(receipt.reader),
                receipt.thread
            )
        }
    }

    /// Marks the receipts for events that now have a position.
    func markPlaced(_ placed: [PlacedEvent], in room: Int64) throws {
        for event in placed {
            try connection.run(
                "UPDATE stray_receipt SET state = 2 WHERE room = ? AND event = ?",
                room,
                event.event.id.rawValue
            )
        }
    }

    /// Returns receipts whose messages are to be requested, the user's own first.
    func strays(limit: Int) throws -> [StrayReceipt] { try strays(from: 1, limit: limit) }

    private func strays(from state: Int, limit: Int) throws -> [StrayReceipt] {
        let all = try connection.rows(
            """
            SELECT r.id, s.event, s.reader, s.thread FROM stray_receipt s JOIN room r ON r.key = s.room
            WHERE s.state > 0 AND s.state >= ?
            ORDER BY s.reader = ? DESC, s.room, s.event, s.reader, s.thread LIMIT ?
            """,
            state,
            user.rawValue,
            limit + resolved.count
        ) {
            StrayReceipt(
                chat: ChatID($0.text(0)),
                event: MessageID($0.text(1)),
                reader: ContactID($0.text(2)),
                thread: $0.text(3)
            )
        }
        let done = Set(resolved.map(\.stray))
        return Array(all.filter { !done.contains($0) }.prefix(limit))
    }

    /// Resolves receipts whose events got a position.
    mutating func resolvePlaced(limit: Int) throws -> [ChatUpdate] {
        var updates: [ChatUpdate] = []
        for stray in try strays(from: 2, limit: limit) {
            guard let room = try rooms.room(stray.chat),
                let message = try events.message(of: stray.event, in: room.key),
                let update = try resolve(stray, as: message, in: room)
            else { continue }
            updates.append(update)
        }
        return updates
    }

    /// Resolves a receipt with the events at and before its event, newest first. Deletes it if none of them is shown.
    mutating func resolve(_ stray: StrayReceipt, with found: [RoomEvent]) throws -> ChatUpdate? {
        guard let room = try rooms.room(stray.chat) else { return nil }
        guard let event = found.first(where: \.isMessage) else {
            try delete(stray)
            return nil
        }
        // The user's own messages go by their client ids.
        let own = event.sender == user ? event.ownID : nil
        return try resolve(stray, as: try events.message(of: event.id, in: room.key) ?? own ?? event.id, in: room)
    }

    private mutating func resolve(_ stray: StrayReceipt, as message: MessageID, in room: RoomRow) throws -> ChatUpdate?
    {
        guard let header = try rooms.header(of: room.key) else { return nil }
        let reader = Author(stray.reader, user: user, isGroup: room.isGroup)
        let receipt = ReadReceipt(reader: reader, message: message, scope: try scope(stray.thread, in: room.key))
        let update = ChatUpdate(chat: header, receipts: [receipt])
        resolved.append(Resolved(stray: stray, update: update))
        return update
    }

    /// Returns the resolved receipts that the session may not have stored, for the page of a sync that ends at `next` and was
    /// requested from behind `cursor`.
    mutating func due(since cursor: String?, next: String) throws -> [ChatUpdate] {
        _ = try resolvePlaced(limit: 1000)
        for receipt in resolved where receipt.next != nil && receipt.next == cursor { try delete(receipt.stray) }
        resolved.removeAll { $0.next != nil && $0.next == cursor }
        // A cursor that does not move confirms nothing.
        if next != cursor { for index in resolved.indices { resolved[index].next = next } }
        return resolved.map(\.update)
    }

    private func delete(_ stray: StrayReceipt) throws {
        guard let room = try rooms.room(stray.chat) else { return }
        try connection.run(
            "DELETE FROM stray_receipt WHERE room = ? AND reader = ? AND event = ? AND thread = ?",
            room.key,
            stray.reader.rawValue,
            stray.event.rawValue,
            stray.thread
        )
    }

    /// Returns the messages that a receipt covers, with the root of a thread as the message that it is in the history.
    private func scope(_ thread: String, in room: Int64) throws -> ReceiptScope {
        switch thread {
        case RoomUpdate.Thread.everything: .everything
        case RoomUpdate.Thread.main: .main
        default: .thread(try events.message(of: MessageID(thread), in: room) ?? MessageID(thread))
        }
    }
}
