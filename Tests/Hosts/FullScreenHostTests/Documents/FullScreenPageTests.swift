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

    @Test(arguments: [("| keys | where | what they do |", false), ("| keys of Vi | where | what they do |", true)])
    func `the page lists every key`(heading: String, isVi: Bool) {
        let table = Keymap.table(isVi ? KeyBinding.vi : KeyBinding.all)
        let rows = table.map { "| \($0.keys) | \($0.screens) | \($0.summary) |" }
        let start = lines.firstIndex(of: heading).map { $0 + 2 } ?? 0
        #expect(Array(lines[start..<(lines.dropFirst(start).firstIndex { !$0.hasPrefix("|") } ?? start)]) == rows)
    }

    @Test func `the page lists every command of the full screen`() {
        let words = Set(lines.flatMap { $0.split(separator: " ") }.map(String.init))
        for action in NamedAction.all { #expect(words.contains("`\(action.command)`"), "\(action.command)") }
    }
}

/// The page's word for a screen, by the name of its panel's type.
private func word(for screen: KeyScreen) -> String {
    guard case .panel(let keys) = screen, let panel = keys.screen.panel else { return "\(screen)" }
    return "\(panel)".replacing("Panel", with: "").lowercased()
}

extension Keymap {
    /// Keys with their screens.
    fileprivate static func table(_ bindings: [KeyBinding]) -> [(keys: String, screens: String, summary: String)] {
        bindings.map { binding in
            let isEverywhere = binding.screens.count == KeyScreen.allCases.count
            let screens =
                isEverywhere
                ? "everywhere"
                : binding.screens == KeyScreen.typing
                    ? "everywhere but message" : binding.screens.map(word(for:)).joined(separator: ", ")
            return (binding.label.replacing("|", with: "\\|"), screens, binding.summary)
        }
    }
}
