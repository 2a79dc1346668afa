import Testing

@testable import SQLiteKit

@Suite struct QueryTests {
    private struct Pair: Sendable {
        let number, text: Int32

        init(_ list: inout ColumnList) {
            number = list.add("number")
            text = list.add("text")
        }
    }

    /// The same columns, after another one.
    private struct Wider: Sendable {
        let sum: Int32
        let pair: Pair

        init(_ list: inout ColumnList) {
            sum = list.add("number + 1")
            pair = Pair(&list)
        }
    }

    private func connection() throws -> SQLiteConnection {
        let connection = try SQLiteConnection(.newMemory(), isWritable: true)
        try connection.execute(
            "CREATE TABLE item(number INTEGER, text TEXT); INSERT INTO item VALUES (1, 'a'), (2, 'b')"
        )
        return connection
    }

    @Test func `a column is read by its name, wherever the query lists it`() throws {
        let connection = try connection()
        let pairs = Query(Pair.init) { "SELECT \($0) FROM item ORDER BY number" }
        let wider = Query(Wider.init) { "SELECT \($0) FROM item WHERE number > ? ORDER BY number" }
        let read = try connection.rows(pairs) { row, columns in
            "\(row.integer(columns.number))\(row.text(columns.text))"
        }
        #expect(read == ["1a", "2b"])
        let first = try connection.first(wider, 1) { row, columns in
            "\(row.integer(columns.sum))\(row.integer(columns.pair.number))\(row.text(columns.pair.text))"
        }
        #expect(first == "32b")
        #expect(try connection.first(wider, 2) { _, _ in true } == nil)
    }

    @Test func `a connection keeps the text of a query, so that no other one is taken for it`() throws {
        let connection = try connection()
        for number in 1...100 {
            let query = Query(Pair.init) { "SELECT \($0) FROM item WHERE number = \(number)" }
            let found = try connection.first(query) { row, columns in row.integer(columns.number) }
            #expect(found == (number <= 2 ? Int64(number) : nil))
        }
    }
}
