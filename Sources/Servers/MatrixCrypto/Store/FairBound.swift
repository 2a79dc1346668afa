import SQLiteKit

/// A bound for the rows of all users in a table, whose oldest row of the user with most goes: no stranger pushes out those of others.
///
/// The rows are grouped only if there are too many, since a table gets a row with every message of a stranger.
struct FairBound: Sendable {
    private let count: Query<Int32>
    private let oldest: Query<Int32>

    /// Creates a bound for a table with integer keys.
    ///
    /// - Parameters:
    ///   - user: the column that says whose a row is.
    ///   - condition: the rows that are bounded.
    init(_ table: StaticString, of user: StaticString = "user", where condition: StaticString = "1") {
        count = Query {
            $0.add("count(*)")
        } _: { columns in
            "SELECT \(columns) FROM \(table) WHERE \(condition)"
        }
        oldest = Query {
            $0.add("min(rowid)")
        } _: { columns in
            """
            SELECT \(columns) FROM \(table) WHERE \(condition) AND \(user) = (
                SELECT \(user) FROM \(table) WHERE \(condition) GROUP BY \(user) ORDER BY count(*) DESC, \(user) LIMIT 1)
            """
        }
    }

    /// Returns the key of the row to delete if there are more than a limit; nil otherwise. Throws `SQLiteError`.
    func excess(over limit: Int, in connection: SQLiteConnection) throws -> Int64? {
        let rows = try connection.first(count) { row, column in row.count(column) } ?? 0
        return rows > limit ? try connection.first(oldest) { row, column in row.integer(column) } : nil
    }
}
