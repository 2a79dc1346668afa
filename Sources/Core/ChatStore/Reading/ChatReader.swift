import SQLiteKit

/// What can be asked of a history; nothing here changes it.
///
/// Lent to the body of `HistoryReader.read(_:)` or `ChatDatabase.read(_:)`: all that one body reads is of one moment. Each
/// query reads a window, whatever the size of the history, unless its cost says otherwise. What the file says is shown
/// as it is, as far as it can be: no value of it is relied on.
public struct ChatReader: ~Copyable {
    let connection: SQLiteConnection

    /// What SQLite finds wrong with the file, all of it read; nothing when it is sound. Throws `SQLiteError`. Cost:
    /// linear in its size.
    public func integrityProblems() throws -> [String] {
        let problems = try connection.rows("PRAGMA integrity_check") { $0.text(0) }
        return problems == ["ok"] ? [] : problems
    }
}
