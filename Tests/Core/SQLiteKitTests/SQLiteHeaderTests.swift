import Foundation
import Testing

@testable import SQLiteKit

@Suite struct SQLiteHeaderTests {
    /// Makes a database, changes a byte of its header, and opens it.
    private func openWithout(_ byte: Int?) throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "header-\(UUID().uuidString).sqlite")
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) } }
        try SQLiteConnection(.file(path: url.path), isWritable: true).execute(
            "CREATE TABLE t(a); INSERT INTO t VALUES (1)"
        )
        var bytes = try Data(contentsOf: url)
        if let byte { bytes[byte] ^= 0x20 }
        try bytes.write(to: url)
        _ = try SQLiteConnection(.file(path: url.path), isWritable: true)
    }

    @Test(arguments: [18, 19, 20, 21, 22, 23, 47, 52, 55, 59, 64, 67, 72, 91])
    func `a damaged byte of the header is corruption, not a file of another kind`(byte: Int) throws {
        let error = #expect(throws: SQLiteError.self) { try openWithout(byte) }
        #expect(error?.isCorruption == true)
    }

    @Test func `an undamaged header is accepted`() throws {
        try openWithout(nil)
    }
}
