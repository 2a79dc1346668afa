import ChatTypes
import SQLiteKit

/// The modes of notification as the session is told of them.
extension LedgerTables {
    /// Returns the mode of a chat as an update, with the homeserver's counts, which follow the mode; nil for a room that the history does
    /// not have yet.
    func modeUpdate(of room: ChatID) throws -> ChatUpdate? {
        guard let mode = try mutes.mode(of: room), let key = try rooms.room(room)?.key,
            let header = try rooms.header(of: key)
        else { return nil }
        let update = ChatUpdate(chat: header, notifications: mode)
        return try counted(update, by: rooms.counts(of: key), in: key)
    }

    /// Returns all modes that the session may not have stored, for the page of a sync that ends at `next` and was requested from behind
    /// `cursor`. A room that is not known yet waits.
    func dueModes(since cursor: String?, next: String) throws -> [ChatUpdate] {
        try mutes.due(since: cursor).compactMap { room in
            guard let update = try modeUpdate(of: room) else { return nil }
            // A cursor that does not move confirms nothing.
            if next != cursor { try mutes.setDelivered(by: next, room) }
            return update
        }
    }
}
