import Foundation
import Testing

@testable import FullScreenHost

/// Compares the page about the full screen with the tables.
@Suite struct FullScreenPageTests {
    private let lines: [String]

    init() throws {
        let page = sequence(first: URL(filePath: #filePath)) { $0.deletingLastPathComponent() }.prefix(9)
            .map { $0.appending(path: "Sources/Hosts/FullScreenHost/FullScreenHost.docc/FullScreen.md") }
            .first { FileManager.default.fileExists(atPath: $0.path) }
        lines = try String(contentsOf: try #require(page), encoding: .utf8).components(separatedBy: "\n")
    }

    @Test func `the page lists every setting with its values`() {
        let rows = SettingRow.all.map { row in
            "| `\(row.name)` | \(row.values.map { "`\($0.word)`" }.joined(separator: ", ")) | \(row.summary) |"
        }
        #expect(lines.filter { $0.hasPrefix("| `") } == rows)
    }

    @Test func `the page lists every key`() {
        let rows = Keymap.table.map { "| \($0.keys) | \($0.screens) | \($0.summary) |" }
        let start = lines.firstIndex(of: "| keys | where | what they do |").map { $0 + 2 } ?? 0
        #expect(Array(lines[start..<(lines.dropFirst(start).firstIndex { !$0.hasPrefix("|") } ?? start)]) == rows)
    }
}

extension Keymap {
    /// All keys with their screens.
    fileprivate static var table: [(keys: String, screens: String, summary: String)] {
        KeyBinding.all.map { binding in
            let isEverywhere = binding.screens.count == KeyScreen.allCases.count
            let screens =
                isEverywhere
                ? "everywhere"
                : binding.screens == KeyScreen.typing
                    ? "everywhere but message" : binding.screens.map { "\($0)" }.joined(separator: ", ")
            return (binding.label.replacing("|", with: "\\|"), screens, binding.summary)
        }
    }
}
