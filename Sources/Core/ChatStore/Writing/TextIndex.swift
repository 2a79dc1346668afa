import SQLiteKit

/// The messages whose texts are still to be added to the full-text index.
///
/// FTS5 collects additions in memory, and writes them out whenever a key is lower than the one before. So texts are
/// added at the end of a transaction, in the order of their keys, and written out in portions.
///
/// FTS5 also writes out before each statement that SQLite may have to roll back by itself, as an INSERT from a SELECT
/// is. An INSERT of VALUES is not, and is four times as fast.
///
/// Each portion is a segment of its own until it is merged, a piece with every 64th of the index's pages. Large
/// portions leave large merges to the sends that follow, which then wait up to a tenth of a second. Small ones are
/// merged as they come, at a fifth more cost in all.
final class TextIndex {
    /// The number of texts in one portion.
    private static let portion = 16

    private let connection: SQLiteConnection
    private var waiting: [Int64] = []

    init(_ connection: SQLiteConnection) {
        self.connection = connection
    }

    /// Adds a message's text, as it is at the end of the transaction.
    func add(_ message: Int64) {
        waiting.append(message)
    }

    /// Removes a message's text, which must still be in its row. Throws `SQLiteError`.
    func remove(_ message: Int64) throws {
        try enter()
        try connection.run(
            """
            INSERT INTO message_text(message_text, rowid, text)
            VALUES ('delete', ?1, (SELECT text FROM message WHERE key = ?1))
            """,
            message
        )
        try connection.run(
            """
            INSERT INTO message_part(message_part, rowid, text)
            VALUES ('delete', ?1, (SELECT text FROM message WHERE key = ?1))
            """,
            message
        )
    }

    /// Adds all waiting texts. Throws `SQLiteError`.
    func enter() throws {
        for (index, message) in waiting.sorted().enumerated() {
            if index > 0, index.isMultiple(of: Self.portion) { try writeOut() }
            try connection.run(
                "INSERT INTO message_text(rowid, text) VALUES (?1, (SELECT text FROM message WHERE key = ?1))",
                message
            )
            try connection.run(
                "INSERT INTO message_part(rowid, text) VALUES (?1, (SELECT text FROM message WHERE key = ?1))",
                message
            )
        }
        waiting = []
    }

    /// Makes FTS5 write out, as it does before a savepoint.
    private func writeOut() throws {
        try connection.run("SAVEPOINT portion")
        try connection.run("RELEASE portion")
    }
}
