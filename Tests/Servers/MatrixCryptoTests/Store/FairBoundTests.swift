import SQLiteKit
import Testing

@testable import MatrixCrypto

@Suite struct FairBoundTests {
    private let connection: SQLiteConnection
    private let bound = FairBound("line", of: "author", where: "is_strange = 1")

    init() throws {
        connection = try SQLiteConnection(.newMemory(), isWritable: true)
        try connection.execute("CREATE TABLE line(number INTEGER PRIMARY KEY, author TEXT, is_strange INTEGER)")
        for (author, isStrange) in [("a", 0), ("b", 1), ("a", 0), ("c", 1), ("c", 1), ("b", 1), ("a", 0)] {
            try connection.run("INSERT INTO line(author, is_strange) VALUES (?, ?)", author, Int64(isStrange))
        }
    }

    @Test(arguments: [(4, nil), (3, 2), (0, 2)] as [(Int, Int64?)])
    func `beyond the limit, the oldest bounded row of the user with most goes, of equals of the first`(
        limit: Int,
        number: Int64?
    ) throws {
        #expect(try bound.excess(over: limit, in: connection) == number)
    }

    @Test func `a user with few rows loses none`() throws {
        try connection.run("INSERT INTO line(author, is_strange) VALUES ('c', 1)")
        #expect(try bound.excess(over: 4, in: connection) == 4)
    }

    @Test func `rows are grouped only if there are too many`() throws {
        func steps(_ limit: Int) throws -> Int {
            let before = connection.stepCount
            _ = try bound.excess(over: limit, in: connection)
            return Int(connection.stepCount - before)
        }
        let (within, beyond) = (try steps(4), try steps(3))
        #expect(2 * within < beyond, "\(within) steps, \(beyond) beyond the limit")
    }
}
