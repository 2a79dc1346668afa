import ChatTypes
import SQLiteKit

/// The table `withheld`: the reasons why users do not share keys.
extension RoomKeyTable {
    /// The reasons of one user that are kept, and those of all users. The oldest of the user with most go first.
    private static let (withheldLimit, withheldLimitOfAll) = (1000, 10_000)

    /// Records why a user does not share a key with this device. Nothing proves it, so it only explains.
    func setWithheld(_ code: String, of session: SessionOfSender) throws {
        try connection.run(
            "INSERT OR REPLACE INTO withheld(user, room, session, code) VALUES (?, ?, ?, ?)",
            session.sender.stored,
            session.room.stored,
            session.id.stored,
            code
        )
        try connection.run(
            """
            DELETE FROM withheld WHERE user = ?1 AND key <=
                (SELECT key FROM withheld WHERE user = ?1 ORDER BY key DESC LIMIT 1 OFFSET ?2)
            """,
            session.sender.stored,
            Self.withheldLimit
        )
        try connection.run(
            """
            DELETE FROM withheld WHERE (SELECT count(*) FROM withheld) > ? AND key = (
                SELECT min(key) FROM withheld WHERE user = (
                    SELECT user FROM withheld GROUP BY user ORDER BY count(*) DESC, user LIMIT 1))
            """,
            Self.withheldLimitOfAll
        )
    }

    func withheld(_ session: SessionOfSender) throws -> String? {
        try connection.first(
            "SELECT code FROM withheld WHERE user = ? AND room = ? AND session = ?",
            session.sender.stored,
            session.room.stored,
            session.id.stored
        ) { $0.text(0) }
    }
}
