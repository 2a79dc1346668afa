import ChatTypes
import SQLiteKit

/// What was learnt of members by the way, and not from news: it goes along with each page of a sync until the session asks from
/// behind one, so it is kept whatever a disk or a death has done meanwhile.
extension MatrixLedger {
    /// What no one was told of yet, of all groups or of one; from then on it waits for a page.
    func untoldMemberships(in chat: ChatID? = nil) throws -> [ChatUpdate] {
        let rooms: [Int64]
        if let chat {
            rooms = try room(chat).map { [$0.key] } ?? []
        } else {
            rooms = try connection.rows("SELECT DISTINCT room FROM member WHERE due = '' ORDER BY room") {
                $0.integer(0)
            }
        }
        return try rooms.compactMap { room in
            let untold = try connection.rows("SELECT id FROM member WHERE due = '' AND room = ?", room) {
                ContactID($0.text(0))
            }
            if !untold.isEmpty { try connection.run("UPDATE member SET due = '-' WHERE due = '' AND room = ?", room) }
            return try update(of: room, untold)
        }
    }

    /// What goes along with a page of a sync: receipts, memberships and mutes that the session may not have
    /// kept.
    func due(since cursor: String?, next: String) throws -> [ChatUpdate] {
        try settledReceipts(since: cursor, next: next) + dueMemberships(since: cursor, next: next)
            + dueMutes(since: cursor, next: next)
    }

    /// All that the session may not have kept, for a page of a sync that was asked for from behind `cursor` and ends at `next`.
    func dueMemberships(since cursor: String?, next: String) throws -> [ChatUpdate] {
        let isSome = try connection.first("SELECT 1 FROM member WHERE due IS NOT NULL LIMIT 1") { _ in true } ?? false
        guard isSome else { return [] }
        return try connection.transaction {
            if let cursor { try connection.run("UPDATE member SET due = NULL WHERE due = ?", cursor) }
            let rooms = try connection.rows("SELECT DISTINCT room FROM member WHERE due IS NOT NULL ORDER BY room") {
                $0.integer(0)
            }
            return try rooms.compactMap { room in
                let due = try connection.rows("SELECT id FROM member WHERE due IS NOT NULL AND room = ?", room) {
                    ContactID($0.text(0))
                }
                // A cursor that stays the same says nothing of what was kept.
                if next != cursor {
                    try connection.run("UPDATE member SET due = ? WHERE due IS NOT NULL AND room = ?", next, room)
                }
                return try update(of: room, due)
            }
        }
    }

    private func update(of room: Int64, _ people: [ContactID]) throws -> ChatUpdate? {
        guard !people.isEmpty, let header = try header(of: room), header.isGroup else { return nil }
        return ChatUpdate(chat: header, memberships: try memberships(of: people, in: room))
    }

    /// Whether there is something to ask or to tell of a chat's members.
    func concernsMembers(of chat: ChatID, canAsk: Bool) throws -> Bool {
        guard let room = try room(chat), room.isGroup else { return false }
        if canAsk, try isToBeListed(chat) { return true }
        return try connection.first("SELECT 1 FROM member WHERE due = '' AND room = ? LIMIT 1", room.key) { _ in true }
            ?? false
    }

    /// Whether a group's members are to be asked for: we are in it, and not all of them are known.
    func isToBeListed(_ chat: ChatID) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM room WHERE id = ? AND grouped = 1 AND listed <> 1 AND membership = 'join' AND members <= ?",
            chat.rawValue,
            4 * Limits.members
        ) { _ in true } ?? false
    }

    /// Begins to ask for a group's members; returns how many changes have been seen.
    func beginListing(of chat: ChatID) throws -> Int64 {
        if let room = try room(chat) { asking.insert(room.key) }
        return try changeCount()
    }

    /// Takes over the answer to what was asked when so many changes had been seen.
    func apply(members: [(id: ContactID, name: String)], asked: Int64, in chat: ChatID) throws {
        try connection.transaction {
            guard try isToBeListed(chat), let room = try room(chat) else { return }
            try note(members: members, asked: asked, in: room)
        }
    }

    func room(madeAs id: MessageID) throws -> ChatID? {
        try connection.first("SELECT room FROM made WHERE id = ?", id.rawValue) { ChatID($0.text(0)) }
    }

    func noteMade(_ room: Int64, as id: MessageID) throws {
        try connection.run("INSERT OR IGNORE INTO made SELECT ?, id FROM room WHERE key = ?", id.rawValue, room)
        try connection.run("UPDATE room SET grouped = 1 WHERE key = ?", room)
    }

    /// Notes a group that we have made, before or after the news says so.
    func noteMade(_ chat: ChatID, as id: MessageID, title: String) throws {
        try connection.transaction {
            try connection.run(
                """
                INSERT INTO room(id, membership, name) VALUES (?1, 'unknown', ?2)
                ON CONFLICT (id) DO UPDATE SET name = coalesce(name, ?2)
                """,
                chat.rawValue,
                title
            )
            if let room = try room(chat) { try noteMade(room.key, as: id) }
            try connection.run("DELETE FROM creation WHERE person = 'group:' || ?", id.rawValue)
        }
    }
}
