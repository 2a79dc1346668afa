import ChatTypes
import SQLiteKit

/// The pinned messages of rooms.
extension LedgerTables {
    /// Returns the pinned messages of a room, under a new number if they have changed since they were delivered last; nil while they are
    /// unknown, and before the first.
    func pins(in room: Int64) throws -> ChatPins? {
        guard let (events, number) = try rooms.pins(of: room) else { return nil }
        if number > 0 { return try pins(events, number: number, in: room) }
        if events.isEmpty, number == 0 { return nil }
        let next = try members.nextNumber()
        try rooms.setPins(events, number: next, of: room)
        return try pins(events, number: next, in: room)
    }

    /// Returns pinned events as messages of the history.
    func pins(_ events: [MessageID], number: Int64, in room: Int64) throws -> ChatPins {
        ChatPins(try events.map { try message(of: $0, in: room) }, number: number)
    }
}

extension LedgerTables {
    /// Whether messages are known to be pinned in a room.
    func hasPins(in chat: ChatID) throws -> Bool {
        guard let room = try rooms.room(chat)?.key else { return false }
        return try rooms.pins(of: room)?.events.isEmpty == false
    }
}

extension RoomTable {
    /// Returns the pinned events of a room with the number under which they were delivered: 0 if never, negative if they have changed
    /// since; nil while they are unknown.
    func pins(of room: Int64) throws -> (events: [MessageID], number: Int64)? {
        let found = try connection.first("SELECT pins, pins_number FROM room WHERE key = ?", room) { row in
            row.optionalText(0).map { (PinnedEvents.list(stored: $0), row.integer(1)) }
        }
        return found ?? nil
    }

    /// Stores the pinned events that sync has brought. Unchanged ones keep their number.
    func setPins(_ events: [MessageID], of room: Int64) throws {
        try connection.run(
            "UPDATE room SET pins = ?1, pins_number = -abs(pins_number) WHERE key = ?2 AND pins IS NOT ?1",
            PinnedEvents.text(events),
            room
        )
    }

    /// Stores pinned events with the number under which they are delivered.
    func setPins(_ events: [MessageID], number: Int64, of room: Int64) throws {
        try connection.run(
            "UPDATE room SET pins = ?, pins_number = ? WHERE key = ?",
            PinnedEvents.text(events),
            number,
            room
        )
    }

    /// Returns a room that the user is in and whose pinned events are unknown, as in a ledger of an earlier version; nil for any other.
    func roomWithoutPins(_ chat: ChatID) throws -> Int64? {
        try connection.first(
            "SELECT key FROM room WHERE id = ? AND membership = 'join' AND pins IS NULL",
            chat.rawValue
        ) { $0.integer(0) }
    }
}
