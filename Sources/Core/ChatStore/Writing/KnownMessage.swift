import ChatTypes
import SQLiteKit

/// A message that is stored already, as far as it is asked what to do about the same one again.
struct KnownMessage {
    let key: Int64
    let author: Author
    /// Whether the server has not given it its place yet.
    let waits: Bool
    /// Whether it stands in the outbox, sent again or refused: not one that the server is known to have.
    let isInOutbox: Bool
    let isAnnounced: Bool
    let hasFailed: Bool
    let isRemoved: Bool
    /// The number of the edit that its text is of, or `ChatWriter.unsentEdit`.
    let editNumber: Int64
    /// Its position, or its number in the outbox.
    let place: Int64

    var isMine: Bool { author == .me }

    static func find(_ message: MessageID, in chat: Int64, _ connection: SQLiteConnection) throws -> KnownMessage? {
        try connection.first(
            """
            SELECT key, mine, waits, announced, failure IS NOT NULL, removed, edit, place, sender FROM message
            WHERE chat = ? AND id = ?
            """,
            chat,
            message.stored
        ) { row in
            KnownMessage(
                key: row.integer(0),
                author: row.author(mine: 1, sender: 8),
                waits: row.flag(2),
                isInOutbox: row.integer(2) == 2,
                isAnnounced: row.flag(3),
                hasFailed: row.flag(4),
                isRemoved: row.flag(5),
                editNumber: row.integer(6),
                place: row.integer(7)
            )
        }
    }
}
