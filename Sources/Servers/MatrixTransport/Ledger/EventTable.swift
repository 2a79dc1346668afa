import ChatTypes
import SQLiteKit

/// The table `event`: the position of each event in its room, and the gaps between them.
struct EventTable {
    let connection: SQLiteConnection
    let user: ContactID
    /// The lowest position of this ledger, above all positions that an earlier, lost ledger can have assigned.
    let base: Int64
    let rooms: RoomTable

    func position(of event: MessageID, in room: Int64) throws -> Int64? {
        try connection.first("SELECT position FROM event WHERE room = ? AND id = ?", room, event.rawValue) {
            $0.integer(0)
        }
    }

    /// Returns the position of a message that was sent from here, by its client id.
    func position(ofSent message: MessageID, in room: Int64) throws -> Int64? {
        try connection.first("SELECT position FROM event WHERE room = ? AND message = ?", room, message.rawValue) {
            $0.integer(0)
        }
    }

    func event(at position: Int64, in room: Int64) throws -> MessageID? {
        try connection.first("SELECT id FROM event WHERE room = ? AND position = ?", room, position) {
            MessageID($0.text(0))
        }
    }

    /// Returns the message that an event is in the history; nil if it has no position.
    func message(of event: MessageID, in room: Int64) throws -> MessageID? {
        try connection.first(
            "SELECT coalesce(message, id) FROM event WHERE room = ? AND id = ?",
            room,
            event.rawValue
        ) { MessageID($0.text(0)) }
    }

    /// Returns the message that an event is, and its author; for events placed before senders were stored, `other` if the
    /// user is not the author.
    func author(of event: MessageID, orElse other: ContactID, in room: Int64) throws -> (message: MessageID, ContactID)?
    {
        try connection.first(
            """
            SELECT coalesce(message, id), coalesce(sender, iif(coalesce(mine, message IS NOT NULL), ?, ?)) FROM event
            WHERE room = ? AND id = ?
            """,
            user.rawValue,
            other.rawValue,
            room,
            event.rawValue
        ) { (MessageID($0.text(0)), ContactID($0.text(1))) }
    }

    /// Returns the root of the thread that an event is in; nil outside threads, and without a position.
    func thread(of event: MessageID, in room: Int64) throws -> MessageID? {
        try connection.first("SELECT thread FROM event WHERE room = ? AND id = ?", room, event.rawValue) { row in
            row.optionalText(0).map { MessageID($0) }
        } ?? nil
    }

    /// Records how placed events of an encrypted room came.
    func setSeals(of events: [RoomEvent], isEncrypted: Bool, in room: Int64) throws {
        for event in events where event.isMessage && !event.isDeleted {
            let isClear = if case .clear = event.reading { event.type != RoomEvent.encryptedType } else { false }
            guard !isClear || isEncrypted else { continue }
            try connection.run(
                "UPDATE event SET clear = ? WHERE room = ? AND id = ? AND clear <> 2",
                isClear ? 1 : 2,
                room,
                event.id.rawValue
            )
        }
    }

    /// Whether a message came in the clear in an encrypted room.
    func isClear(_ event: MessageID, in room: Int64) throws -> Bool { try seal(of: event, in: room) == 1 }

    /// Whether an event came encrypted; nil for one without a position.
    func isSealed(_ event: MessageID, in room: Int64) throws -> Bool? { try seal(of: event, in: room).map { $0 == 2 } }

    private func seal(of event: MessageID, in room: Int64) throws -> Int64? {
        try connection.first("SELECT clear FROM event WHERE room = ? AND id = ?", room, event.rawValue) {
            $0.integer(0)
        }
    }

    /// Whether an event is the one that is known by its id: then it has the same sender.
    func isGenuine(_ event: RoomEvent, in room: Int64) throws -> Bool {
        try connection.first(
            "SELECT coalesce(sender = ?, 1) FROM event WHERE room = ? AND id = ?",
            event.sender.rawValue,
            room,
            event.id.rawValue
        ) { $0.flag(0) } ?? true
    }

    /// Stores the kind of a message that has become readable.
    func setKind(of event: RoomEvent, in room: Int64) throws {
        try connection.run(
            "UPDATE event SET kind = ? WHERE room = ? AND id = ?",
            event.kind?.rawValue,
            room,
            event.id.rawValue
        )
    }

    func positions(in room: Int64) throws -> [MessageID: Position] {
        let rows = try connection.rows("SELECT coalesce(message, id), position FROM event WHERE room = ?", room) {
            (MessageID($0.text(0)), Position($0.integer(1)))
        }
        return Dictionary(rows) { first, _ in first }
    }

    func gap(before position: Int64, in room: Int64) throws -> String? {
        try connection.first("SELECT gap FROM event WHERE room = ? AND position = ?", room, position) {
            $0.optionalText(0)
        } ?? nil
    }

    /// Returns what stands directly before the event at a position; nil at the start of the conversation.
    func predecessor(of position: Int64, in room: Int64) throws -> Predecessor? {
        switch try gap(before: position, in: room) {
        case GapToken.start: return nil
        case let token?:
            let cursor = HistoryCursor(position: position, token: token == GapToken.unknown ? "" : token).page
            return Predecessor(position: Position(position - 1), cursor: cursor)
        case nil:
            let below = try connection.first(
                "SELECT max(position) FROM event WHERE room = ? AND position < ?",
                room,
                position
            ) { $0.optionalInteger(0) }
            guard let below = below ?? nil else { return nil }
            return Predecessor(position: Position(below), cursor: HistoryCursor(position: position, token: "").page)
        }
    }
}

/// The start of a page of history: the event at a position, or the server's token.
struct HistoryCursor: Hashable {
    let position: Int64
    /// Empty if the server has to be asked for a token by the event.
    let token: String

    var page: PageCursor { PageCursor("\(position)|\(token)") }

    init(position: Int64, token: String) {
        (self.position, self.token) = (position, token)
    }

    init?(_ cursor: PageCursor) {
        let parts = cursor.rawValue.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let position = Int64(parts[0]) else { return nil }
        self.init(position: position, token: String(parts[1]))
    }
}
