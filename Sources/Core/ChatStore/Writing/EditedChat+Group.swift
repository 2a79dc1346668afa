import ChatTypes
import SQLiteKit

extension EditedChat {
    /// Whether a new member can be kept.
    var hasRoom: Bool { members < Int64(Limits.members) }

    /// Who is meant by an author: between two, everyone but us is the contact.
    func author(_ author: Author) -> Author {
        author == .me || isGroup ? author : .contact
    }

    /// Works out anew how far everyone in a group has read: as far as the one who has read least, where those who came in later
    /// count as having read what stood there already.
    ///
    /// A function of who is in it now and of nothing else, so that news may come in any order: it goes up as members read
    /// or leave, and down for a member whose membership says that they were in it before. When no one else is in it, it is where
    /// the one stood who had read most, so that what was read stays read when the last one leaves. Cost: one step into an
    /// index; when no one else is in it, linear in those who left.
    mutating func renewTheirMarker(in connection: SQLiteConnection) throws {
        let marker = try connection.first(
            """
            SELECT coalesce(
                (SELECT max(since, marker) FROM member INDEXED BY member_by_reading
                    WHERE chat = ?1 AND is_member = 1 AND id <> '' ORDER BY max(since, marker) LIMIT 1),
                (SELECT max(max(since, marker)) FROM member WHERE chat = ?1 AND id <> ''))
            """,
            key
        ) { $0.optionalInteger(0) }
        theirMarker = marker ?? nil
    }
}
