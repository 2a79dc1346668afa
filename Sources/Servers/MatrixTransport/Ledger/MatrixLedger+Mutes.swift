import ChatTypes
import SQLiteKit

/// Which rooms the account has muted, and which the session may not have heard of yet: that goes along with each page of a sync
/// until the session asks from behind one, as memberships do.
extension MatrixLedger {
    /// Takes over all that are muted by now; returns those of which that is new, no longer so, or expected.
    func note(muted rooms: [ChatID]) throws -> [ChatID] {
        let old = Set(try connection.rows("SELECT room FROM mute WHERE muted = 1") { ChatID($0.text(0)) })
        let expected = try connection.rows("SELECT room FROM mute WHERE due = '!'") { ChatID($0.text(0)) }
        let muted = Set(rooms)
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

    /// A change of ours is on its way: what the next news says is told, whether or not it is what was known. Another device may have
    /// changed it back by then.
    func expectMute(in room: ChatID) throws {
        try connection.run(
            "INSERT INTO mute(room, muted, due) VALUES (?, 0, '!') ON CONFLICT DO UPDATE SET due = excluded.due",
            room.rawValue
        )
    }

    func expectNoMute(in room: ChatID) throws {
        try connection.run("UPDATE mute SET due = NULL WHERE room = ? AND due = '!'", room.rawValue)
    }

    /// What is asked for anew, all of it is told anew.
    func renewMutes() throws {
        try connection.run("UPDATE mute SET due = '-' WHERE due IS NOT '!'")
    }

    /// What a chat is said to be; nil for one that the history does not have yet.
    func muteUpdate(of room: ChatID) throws -> ChatUpdate? {
        let isMuted = try connection.first("SELECT muted FROM mute WHERE room = ?", room.rawValue) { $0.flag(0) }
        guard let isMuted, let key = try self.room(room)?.key, let header = try header(of: key) else { return nil }
        return ChatUpdate(chat: header, isMuted: isMuted)
    }

    /// All that the session may not have kept, for a page of a sync that was asked for from behind `cursor` and ends at `next`. A
    /// room that is not known yet waits.
    func dueMutes(since cursor: String?, next: String) throws -> [ChatUpdate] {
        let isSome = try connection.first("SELECT 1 FROM mute WHERE due <> '!' LIMIT 1") { _ in true } ?? false
        guard isSome else { return [] }
        return try connection.transaction {
            if let cursor { try connection.run("UPDATE mute SET due = NULL WHERE due = ?", cursor) }
            let rooms = try connection.rows("SELECT room FROM mute WHERE due <> '!' ORDER BY room") {
                ChatID($0.text(0))
            }
            return try rooms.compactMap { room in
                guard let update = try muteUpdate(of: room) else { return nil }
                // A cursor that stays the same says nothing of what was kept.
                if next != cursor { try connection.run("UPDATE mute SET due = ? WHERE room = ?", next, room.rawValue) }
                return update
            }
        }
    }
}
