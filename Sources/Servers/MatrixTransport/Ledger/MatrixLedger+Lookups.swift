package import ChatTypes
import SQLiteKit

extension MatrixLedger {
    func position(of event: MessageID, in room: Int64) throws -> Int64? {
        try connection.first("SELECT position FROM event WHERE room = ? AND id = ?", room, event.rawValue) {
            $0.integer(0)
        }
    }

    /// Where one's own message stands, by the id that it was born with.
    func place(of message: MessageID, in room: Int64) throws -> Int64? {
        try connection.first("SELECT position FROM event WHERE room = ? AND message = ?", room, message.rawValue) {
            $0.integer(0)
        }
    }

    func event(at position: Int64, in room: Int64) throws -> MessageID? {
        try connection.first("SELECT id FROM event WHERE room = ? AND position = ?", room, position) {
            MessageID($0.text(0))
        }
    }

    func gap(before position: Int64, in room: Int64) throws -> String? {
        try connection.first("SELECT gap FROM event WHERE room = ? AND position = ?", room, position) {
            $0.optionalText(0)
        } ?? nil
    }

    /// What stands directly before the event at a place; nil at the conversation's start.
    func predecessor(of position: Int64, in room: Int64) throws -> Predecessor? {
        switch try gap(before: position, in: room) {
        case Gap.start: return nil
        case let token?:
            let cursor = PlaceInRoom(position: position, token: token == Gap.unknown ? "" : token).cursor
            return Predecessor(position: Position(position - 1), cursor: cursor)
        case nil:
            let below = try connection.first(
                "SELECT max(position) FROM event WHERE room = ? AND position < ?",
                room,
                position
            ) { $0.optionalInteger(0) }
            guard let below = below ?? nil else { return nil }
            let cursor = PlaceInRoom(position: position, token: "").cursor
            return Predecessor(position: Position(below), cursor: cursor)
        }
    }

    /// What the history calls an event; nil when it has no place.
    func message(of event: MessageID, in room: Int64) throws -> MessageID? {
        try connection.first(
            "SELECT coalesce(message, id) FROM event WHERE room = ? AND id = ?",
            room,
            event.rawValue
        ) { MessageID($0.text(0)) }
    }

    /// What the homeserver calls a message; nil for one of ours of which that is not known yet.
    func event(of message: MessageID, in chat: ChatID) throws -> MessageID? {
        if let room = try room(chat)?.key {
            if let place = try place(of: message, in: room) { return try event(at: place, in: room) }
            if try position(of: message, in: room) != nil { return message }
        }
        // No id that we make begins as an event's does.
        return try event(ofSent: message) ?? (message.rawValue.hasPrefix("$") ? message : nil)
    }

    /// Whether one's own message has a place, whenever it got it.
    func hasPlace(_ message: MessageID, in chat: ChatID) throws -> Bool {
        guard let room = try room(chat) else { return false }
        return try place(of: message, in: room.key) != nil
    }

    /// The places of a chat's messages. For simulations that compare them with the server's order.
    package func places(in chat: ChatID) throws -> [MessageID: Position] {
        guard let room = try room(chat) else { return [:] }
        let rows = try connection.rows("SELECT coalesce(message, id), position FROM event WHERE room = ?", room.key) {
            (MessageID($0.text(0)), Position($0.integer(1)))
        }
        return Dictionary(rows) { first, _ in first }
    }
}

/// Where a page of a room's history ends: before the event at a place, or where the server's token says.
struct PlaceInRoom: Hashable {
    let position: Int64
    /// Empty where the event has to be asked.
    let token: String

    var cursor: PageCursor { PageCursor("\(position)|\(token)") }

    init(position: Int64, token: String) {
        (self.position, self.token) = (position, token)
    }

    init?(_ cursor: PageCursor) {
        let parts = cursor.rawValue.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let position = Int64(parts[0]) else { return nil }
        self.init(position: position, token: String(parts[1]))
    }
}
