import ChatTypes
import SQLiteKit

/// The spaces that rooms are in.
extension LedgerTables {
    /// Returns the spaces of each room for which they may have changed: of the rooms below a space that has changed, and of rooms that are
    /// new here and in one.
    ///
    /// Depends on the events alone, so that a response that is delivered again says the same again.
    func spaceUpdates(after rooms: [SyncResponse.Room]) throws -> [ChatUpdate] {
        var (changed, new): (Set<ChatID>, Set<ChatID>) = ([], [])
        for (id, update) in rooms {
            let events = (update.state + update.timeline).filter { $0.stateKey != nil && !$0.isOld }
            let children = events.compactMap { SpaceChild($0)?.id }
            let isNew = events.contains { $0.type == "m.room.create" || $0.isMembership && $0.person == user }
            guard isNew || !children.isEmpty || events.contains(where: { Self.nameTypes.contains($0.type) }) else {
                continue
            }
            guard let room = try self.rooms.room(id)?.key else { continue }
            if try self.rooms.isSpace(room) { changed.formUnion(children + [id]) } else if isNew { new.insert(id) }
        }
        let below = try self.rooms.below(changed)
        return try below.union(new).sorted().compactMap { id in
            let update = try spaceUpdate(of: id)
            return below.contains(id) || update?.spaces?.isEmpty == false ? update : nil
        }
    }

    private static let nameTypes = ["m.room.name", "m.room.canonical_alias"]

    /// Stores the rooms of a space that was synchronised before they were known here; returns what that changes.
    func setChildren(_ events: [RoomEvent], of space: ChatID) throws -> [ChatUpdate] {
        guard let room = try rooms.room(space)?.key else { return [] }
        try rooms.applyChildren(events, to: room)
        return try rooms.below([space]).sorted().compactMap { try spaceUpdate(of: $0) }
    }

    /// Returns the joined spaces that a room is in, directly or through others; nil for a space, and for a room that the user is not in.
    private func spaceUpdate(of id: ChatID) throws -> ChatUpdate? {
        guard try rooms.membership(in: id) == .join, let room = try rooms.room(id)?.key,
            let header = try rooms.header(of: room)
        else { return nil }
        let spaces = try rooms.spaces(above: id).compactMap { key in
            try rooms.header(of: key, includingSpaces: true).map { ChatSpace(id: $0.id, name: $0.contact.name) }
        }
        return ChatUpdate(chat: header, spaces: spaces)
    }
}

/// The table `space_child`. Spaces may contain each other.
extension RoomTable {
    /// The rooms and spaces of one space that are stored.
    static let childLimit = 10_000

    /// Stores which rooms and spaces a space says to contain, and which it contains no more.
    func applyChildren(_ events: [RoomEvent], to space: Int64) throws {
        let children = events.compactMap(SpaceChild.init)
        guard !children.isEmpty else { return }
        var count = try connection.first("SELECT count(*) FROM space_child WHERE space = ?", space) { $0.count(0) } ?? 0
        for child in children {
            if !child.isPart {
                count -= try connection.run(
                    "DELETE FROM space_child WHERE space = ? AND child = ?",
                    space,
                    child.id.rawValue
                )
            } else if count < Self.childLimit {
                count += try connection.run(
                    "INSERT OR IGNORE INTO space_child(space, child) VALUES (?, ?)",
                    space,
                    child.id.rawValue
                )
            }
        }
    }

    /// Returns the joined spaces that contain a room, directly or through others, at most `Limits.spaces`.
    func spaces(above room: ChatID) throws -> [Int64] {
        try connection.rows(
            """
            WITH RECURSIVE above(key, id) AS (
                SELECT s.key, s.id FROM space_child c JOIN room s ON s.key = c.space
                WHERE c.child = ?1 AND s.space = 1 AND s.membership = 'join'
                UNION
                SELECT s.key, s.id FROM above JOIN space_child c ON c.child = above.id JOIN room s ON s.key = c.space
                WHERE s.space = 1 AND s.membership = 'join'
                LIMIT ?2)
            SELECT key FROM above
            """,
            room.rawValue,
            Limits.spaces
        ) { $0.integer(0) }
    }

    /// Returns some rooms and spaces with everything in the spaces among them, directly or through others, at most `childLimit` of each.
    func below(_ roots: Set<ChatID>) throws -> Set<ChatID> {
        var found: Set<ChatID> = []
        for root in roots.sorted() where !found.contains(root) {
            found.formUnion(
                try connection.rows(
                    """
                    WITH RECURSIVE below(id) AS (
                        SELECT ?1
                        UNION
                        SELECT c.child FROM below JOIN room s ON s.id = below.id AND s.space = 1 JOIN space_child c ON c.space = s.key
                        LIMIT ?2)
                    SELECT id FROM below
                    """,
                    root.rawValue,
                    Self.childLimit
                ) { ChatID($0.text(0)) }
            )
        }
        return found
    }

    /// Returns the joined spaces whose rooms are unknown, as in a ledger of an earlier version.
    func spacesWithoutChildren() throws -> [ChatID] {
        try connection.rows("SELECT id FROM room WHERE children = 0 AND membership = 'join' ORDER BY key") {
            ChatID($0.text(0))
        }
    }

    /// Records that the rooms of a space are known.
    func setChildrenKnown(of space: ChatID) throws {
        try connection.run("UPDATE room SET children = 1 WHERE id = ?", space.rawValue)
    }
}
