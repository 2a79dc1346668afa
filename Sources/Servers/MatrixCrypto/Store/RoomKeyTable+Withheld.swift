import ChatTypes
import SQLiteKit

/// The table `withheld`: the reasons why users do not share keys.
extension RoomKeyTable {
    /// The reasons of one user that are kept, and those of all users. The oldest of the user with most go first.
    private static let (withheldLimit, withheldLimitOfAll) = (1000, 10_000)
    private static let withheldBound = FairBound("withheld")

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
        if let excess = try Self.withheldBound.excess(over: Self.withheldLimitOfAll, in: connection) {
            try connection.run("DELETE FROM withheld WHERE key = ?", excess)
        }
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
