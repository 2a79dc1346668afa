extension SQLiteConnection {
    /// Runs `body` in one transaction that may write: all of what it changes is committed, or, if it throws, none of it.
    ///
    /// Throws what `body` throws, or `SQLiteError`.
    package func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        try run("BEGIN IMMEDIATE")
        do {
            let value = try body()
            try run("COMMIT")
            return value
        } catch {
            // SQLite may have rolled back by itself; what failed is the error to report, and not the clean-up.
            if isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }
}
