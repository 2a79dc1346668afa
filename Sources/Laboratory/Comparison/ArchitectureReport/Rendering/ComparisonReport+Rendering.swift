import CommandWords
import Foundation
import SourceMeasure

extension ComparisonReport {
    /// The report, ending in a newline. The same measurements always give the same bytes.
    func rendered(as format: CommandOptions.Format) throws -> String {
        switch format {
        case .text: text
        case .markdown: markdown
        case .json: try json
        case .html: page
        }
    }

    private var text: String {
        sections.map { section in
            let lines = section.notes + section.items.map { "- \($0)" }
            return "\(section.title)\n\n\(section.table.text())\n" + lines.map { printable($0) + "\n" }.joined()
        }.joined(separator: "\n")
    }

    private var markdown: String {
        sections.map { section in
            let notes = section.notes.map { "\n\(escapedForMarkdown($0))\n" }.joined()
            let items = section.items.map { "- \(escapedForMarkdown($0))\n" }.joined()
            return "### \(section.title)\n\n\(section.table.markdown())\(notes)" + (items.isEmpty ? "" : "\n" + items)
        }.joined(separator: "\n")
    }

    private var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
        }
    }
}
