import RuntimeKit
import SQLiteKit
import Testing

@Suite struct SQLiteErrorTests {
    /// The numbers are those of SQLite's documentation; the higher bits make a reason more precise.
    @Test(
        arguments: [
            (13, .diskFull), (3, .notWritable), (8, .notWritable), (14, .notWritable), (8 | 3 << 8, .notWritable),
            (11, .damaged), (26, .damaged), (11 | 1 << 8, .damaged), (5, .inUse), (6, .inUse), (5 | 2 << 8, .inUse),
            (10, .failing(detail: "text, 10")), (10 | 2 << 8, .failing(detail: "text, 522")),
            (1, .other(detail: "text (SQLite 1)")),
        ] as [(Int32, StorageProblem)]
    )
    func `a code says what is wrong with the disk, however precise it is`(code: Int32, problem: StorageProblem) {
        #expect(SQLiteError(code: code, message: "text", statement: "").problem == problem)
    }
}
