/// A query whose columns are listed once, in order, by the type that reads its rows.
///
/// The type numbers its columns while it lists them, so that a new column cannot move another one away from its reader. A query is
/// stored in a static property: each connection keeps the prepared statement, and the text, for its own lifetime.
package struct Query<Columns: Sendable>: Sendable {
    /// The numbers of the columns.
    package let columns: Columns
    let text: QueryText

    /// Creates a query.
    ///
    /// - Parameters:
    ///   - list: lists the columns, usually the initializer of their type.
    ///   - sql: returns the whole statement from the listed columns with commas.
    package init(_ list: (inout ColumnList) -> Columns, _ sql: (_ columns: String) -> String) {
        var columnList = ColumnList()
        columns = list(&columnList)
        text = QueryText(sql(columnList.expressions.joined(separator: ", ")))
    }
}

/// The columns of a query, in order.
package struct ColumnList {
    fileprivate private(set) var expressions: [String] = []

    /// Adds a column, and returns its number for `Row`.
    package mutating func add(_ expression: StaticString) -> Int32 {
        expressions.append(expression.description)
        return Int32(expressions.count - 1)
    }
}

/// The text of a query, found again by its address.
final class QueryText: Sendable {
    let sql: String

    init(_ sql: String) {
        self.sql = sql
    }
}

/// The text of a statement, with an address that finds the prepared statement.
protocol StatementText {
    var address: UnsafeRawPointer { get }
    var sql: String { get }
    /// The object at the address; nil for a literal, which lasts for ever.
    var owner: AnyObject? { get }
}

extension StaticString: StatementText {
    var address: UnsafeRawPointer { UnsafeRawPointer(utf8Start) }
    var sql: String { description }
    var owner: AnyObject? { nil }
}

extension QueryText: StatementText {
    var address: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }
    var owner: AnyObject? { self }
}
