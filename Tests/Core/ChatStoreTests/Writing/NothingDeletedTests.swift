import ChatStore
import Foundation
import Testing

/// A chat is deleted as a whole, in one file. No other statement deletes a message, except the user's before it was sent, because
/// positions, markers and receipts may name any other.
@Suite struct NothingDeletedTests {
    @Test func `no statement deletes or replaces a chat or a sent message`() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../Sources/Core/ChatStore").standardizedFileURL
        let names = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
        let found = try names.filter { $0.hasSuffix(".swift") && !$0.hasSuffix("+ChatDeletion.swift") }.flatMap {
            name in
            try String(contentsOf: sources.appending(path: name), encoding: .utf8)
                .matches(of: /(DELETE FROM|REPLACE INTO)\s+(\w+)(.*)/.ignoresCase())
                .map { (table: String($0.2), condition: String($0.3)) }
        }
        // Finding the tables that do lose rows shows that the search works.
        #expect(
            Set(found.map(\.table)) == [
                "gap", "awaited_receipt", "annotation", "reaction", "sqlite_schema", "message", "file", "unfinished",
                "pin", "space", "vote",
            ]
        )
        #expect(found.allSatisfy { $0.table != "message" || $0.condition.contains("AND waits = 2") })
    }
}
