import ChatTypes
import SQLiteKit

/// The table `mute`: the rooms that the account has muted.
///
/// A change is delivered with each page of a sync until the session asks from behind such a page.
struct MuteTable {
    private let connection: SQLiteConnection
    private let rooms: RoomTable

    init(_ connection: SQLiteConnection, rooms: RoomTable) { (self.connection, self.rooms) = (connection, rooms) }

    /// Stores the complete list of muted rooms; returns the rooms whose state changed, or for which an answer is expected.
    func setMuted(_ muted: [ChatID]) throws -> [ChatID] {
        let old = Set(try connection.rows("SELECT room FROM mute WHERE muted = 1") { ChatID($0.text(0)) })
        let expected = try connection.rows("SELECT room FROM mute WHERE due = '!'") { ChatID($0.text(0)) }
        let muted = Set(muted)
        let changed = muted.symmetricDifference(old).union(expected).sorted { $0.rawValue < $1.rawValue }
        for room in changed {
            try connection.run(
                "INSERT OR REPLACE INTO mute(room, muted, due) VALUES (?, ?, '-')",
                room.rawValue,
                muted.contains(room)
            )
        }
        return changed
    }

    /// Delivers what the next push rules say of a room even if that is already known: the user is changing it here, and another
    /// device may change it back.
    func expectChange(in room: ChatID) throws {
        try connection.run(
            "INSERT INTO mute(room, muted, due) VALUES (?, 0, '!') ON CONFLICT DO UPDATE SET due = excluded.due",
            room.rawValue
        )
    }

    /// Withdraws `expectChange` after the homeserver refused the change.
    func expectNoChange(in room: ChatID) throws {
        try connection.run("UPDATE mute SET due = NULL WHERE room = ? AND due = '!'", room.rawValue)
    }

    /// Delivers all rooms again, as after an initial sync.
    func deliverAllAgain() throws {
        try connection.run("UPDATE mute SET due = '-' WHERE due IS NOT '!'")
    }

    /// Returns whether a chat is muted, as an update; nil for a room that the history does not have yet.
    func update(of room: ChatID) throws -> ChatUpdate? {
        let isMuted = try connection.first("SELECT muted FROM mute WHERE room = ?", room.rawValue) { $0.flag(0) }
        guard let isMuted, let header = try rooms.header(of: room) else { return nil }
        return ChatUpdate(chat: header, isMuted: isMuted)
    }

    /// Returns all changes that the session may not have stored, for the page of a sync that ends at `next` and was requested
    /// from behind `cursor`. A room that is not known yet waits.
    func due(since cursor: String?, next: String) throws -> [ChatUpdate] {
        if let cursor { try connection.run("UPDATE mute SET due = NULL WHERE due = ?", cursor) }
        let due = try connection.rows("SELECT room FROM mute WHERE due <> '!' ORDER BY room") { ChatID($0.text(0)) }
        return try due.compactMap { room in
            guard let update = try update(of: room) else { return nil }
            // A cursor that does not move confirms nothing.
            if next != cursor { try connection.run("UPDATE mute SET due = ? WHERE room = ?", next, room.rawValue) }
            return update
        }
    }
}
