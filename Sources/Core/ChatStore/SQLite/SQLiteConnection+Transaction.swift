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
            rollBack()
            throw error
        }
    }

    /// Gives up what was begun, though the disk takes nothing.
    ///
    /// SQLite may have rolled back by itself. Nothing is thrown: what failed is the error to report, not the clean-up.
    private func rollBack() {
        if isInTransaction { try? execute("ROLLBACK") }
    }
}
