import SQLiteKit
import Testing

/// Values on their way into a statement and out of a row.
@Suite struct RowTests {
    private let connection: SQLiteConnection

    init() throws {
        connection = try SQLiteConnection(.newMemory(), isWritable: true)
    }

    private func roundTrip<Value: Bindable, Result>(
        _ value: Value,
        read: (borrowing Row) throws -> Result
    ) throws -> Result? {
        try connection.first("SELECT ?", value, read: read)
    }

    @Test(arguments: [0, 1, -1, 1 << 31, -(1 << 31) - 1, 1 << 53, .max, .min] as [Int64])
    func `a 64-bit integer keeps its value`(value: Int64) throws {
        #expect(try roundTrip(value) { $0.integer(0) } == value)
        #expect(try roundTrip(Int(value)) { $0.integer(0) } == value)
        #expect(try roundTrip(Int64?.some(value)) { $0.optionalInteger(0) } == .some(value))
    }

    @Test(arguments: ["", "a", "\0", "a\0b\0", "é", "e\u{301}", "😀", "\u{FEFF}x", "\u{202E}"])
    func `a text keeps its bytes, with NUL and without normalisation`(text: String) throws {
        let result = try #require(try roundTrip(text) { $0.text(0) })
        #expect(Array(result.utf8) == Array(text.utf8))
        #expect(try connection.first("SELECT length(CAST(? AS BLOB))", text) { $0.count(0) } == text.utf8.count)
        #expect(try roundTrip(text) { $0.isNull(0) } == false, "an empty text is not NULL")
    }

    @Test func `a long text keeps its bytes`() throws {
        let text = String(repeating: "0123456789", count: 100_000)
        #expect(try roundTrip(text) { $0.text(0) } == text)
    }

    @Test func `nil is NULL, and NULL is read as nil, 0, false or an empty text`() throws {
        #expect(try roundTrip(String?.none) { $0.isNull(0) } == true)
        #expect(try roundTrip(String?.none) { $0.optionalText(0) } == .some(nil))
        #expect(try roundTrip(Int64?.none) { $0.optionalInteger(0) } == .some(nil))
        #expect(try roundTrip(Int64?.none) { $0.integer(0) } == 0)
        #expect(try roundTrip(Int64?.none) { $0.flag(0) } == false)
        #expect(try roundTrip(Int64?.none) { $0.text(0) } == "")
    }

    @Test func `a Bool is stored as 0 or 1, and any other number is true`() throws {
        #expect(try roundTrip(true) { $0.integer(0) } == 1)
        #expect(try roundTrip(false) { $0.integer(0) } == 0)
        #expect(try roundTrip(-3) { $0.flag(0) } == true)
    }

    @Test func `count is never negative`() throws {
        #expect(try roundTrip(-1) { $0.count(0) } == 0)
        #expect(try roundTrip(Int64.min) { $0.count(0) } == 0)
        #expect(try roundTrip(3) { $0.count(0) } == 3)
    }

    @Test func `a column with a value of another type is read without an error`() throws {
        let columns = try connection.first("SELECT 'seven', 7, x'61FF62', 1e300") { row in
            (row.integer(0), row.text(1), row.text(2), row.integer(3))
        }
        let row = try #require(columns)
        #expect(row.0 == 0 && row.1 == "7" && row.2 == "a\u{FFFD}b" && row.3 == .max)
    }

    @Test(arguments: [(0, ""), (1, "a"), (2, "a"), (3, "aé"), (6, "aé"), (7, "aé😀"), (8, "aé😀"), (.max, "aé😀")])
    func `text(upTo:) cuts between two scalars`(limit: Int, expected: String) throws {
        #expect(try roundTrip("aé😀") { $0.text(0, upTo: limit) } == expected)
    }
}
