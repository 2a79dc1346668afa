import ChatStore
import Foundation
import Testing

/// No chat is ever deleted, and no message but one of our own that was taken back before it was sent: positions, markers and
/// receipts may name any other that ever was.
@Suite struct NothingDeletedTests {
    @Test func `no statement of the store deletes or replaces a chat, or a message that does not wait`() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../Sources/Core/ChatStore").standardizedFileURL
        let names = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
        let found = try names.filter { $0.hasSuffix(".swift") }.flatMap { name in
            try String(contentsOf: sources.appending(path: name), encoding: .utf8)
                .matches(of: /(DELETE FROM|REPLACE INTO)\s+(\w+)(.*)/.ignoresCase())
                .map { (table: String($0.2), condition: String($0.3)) }
        }
        // Those that it does delete from show that they are found.
        #expect(
            Set(found.map(\.table)) == [
                "gap", "awaited_receipt", "annotation", "sqlite_schema", "message", "file",
            ]
        )
        #expect(found.allSatisfy { $0.table != "message" || $0.condition.contains("AND waits = 2") })
    }
}
