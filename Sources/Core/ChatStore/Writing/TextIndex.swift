import SQLiteKit

/// The messages whose texts are still to be entered into the full-text index.
///
/// FTS5 collects what is entered in memory, and writes it out whenever a key is lower than the one before. So texts are
/// entered at the end of a transaction, in the order of their keys: they are written out by the portion.
///
/// It also writes out before each statement that SQLite may have to take back by itself, as an INSERT from a SELECT is; one
/// of VALUES is none, and four times as fast.
///
/// Each portion that is written out is a part of its own until it is merged with others, a piece with every 64th of the
/// index's pages. Of large portions, large merges are left over for the sends that come behind them, which wait up to a
/// tenth of a second; small ones are merged as they come, for a fifth more in all.
final class TextIndex {
    /// How many texts are written out at once.
    private static let portion = 16

    private let connection: SQLiteConnection
    private var waiting: [Int64] = []

    init(_ connection: SQLiteConnection) {
        self.connection = connection
    }

    /// Has a message's text entered, as it stands when the transaction ends.
    func add(_ message: Int64) {
        waiting.append(message)
    }

    /// Takes a message's text out, as it still stands in its row. Throws `SQLiteError`.
    func remove(_ message: Int64) throws {
        try enter()
        try connection.run(
            """
            INSERT INTO message_text(message_text, rowid, text)
            VALUES ('delete', ?1, (SELECT text FROM message WHERE key = ?1))
            """,
            message
        )
    }

    /// Enters all that waits. Throws `SQLiteError`.
    func enter() throws {
        for (index, message) in waiting.sorted().enumerated() {
            if index > 0, index.isMultiple(of: Self.portion) { try writeOut() }
            try connection.run(
                "INSERT INTO message_text(rowid, text) VALUES (?1, (SELECT text FROM message WHERE key = ?1))",
                message
            )
        }
        waiting = []
    }

    /// FTS5 does so where something could be taken back to.
    private func writeOut() throws {
        try connection.run("SAVEPOINT portion")
        try connection.run("RELEASE portion")
    }
}
