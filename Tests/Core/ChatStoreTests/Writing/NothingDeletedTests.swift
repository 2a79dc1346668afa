import Foundation
import Testing

/// No chat and no message is ever deleted: positions, markers and receipts may name any that ever was.
@Suite struct NothingDeletedTests {
    @Test func `no statement of the store deletes or replaces a chat or a message`() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../Sources/Core/ChatStore").standardizedFileURL
        let names = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
        let tables = try names.filter { $0.hasSuffix(".swift") }.flatMap { name in
            try String(contentsOf: sources.appending(path: name), encoding: .utf8)
                .matches(of: /(DELETE FROM|REPLACE INTO)\s+(\w+)/.ignoresCase()).map { String($0.2) }
        }
        // Those that it does delete from show that they are found.
        #expect(Set(tables) == ["gap", "awaited_receipt", "sqlite_schema"])
    }
}
