import CommandLineKit
import Foundation
import SourceMeasure

extension ComparisonReport {
    /// Returns the report, ending in a newline; the same measurements always give the same bytes.
    func rendered(as format: CommandOptions.Format) throws -> String {
        switch format {
        case .text: text
        case .markdown: markdown
        case .json: try encodedAsJSON(self, isIndented: true)
        case .html: page
        }
    }

    private var text: String {
        sections.map(text).joined(separator: "\n")
    }

    func text(of section: ReportSection) -> String {
        let lines = section.notes + section.items.map { "- \($0)" }
        let table = section.table.map { $0.isOfSentences ? $0.blocks : $0.text() + "\n" } ?? ""
        return "\(section.title)\n\n\(table)" + lines.map { printable($0) + "\n" }.joined()
    }

    private var markdown: String {
        sections.map { section in
            let notes = section.notes.map { escapedForMarkdown($0) + "\n" }
            let items = section.items.map { "- \(escapedForMarkdown($0))\n" }.joined()
            let parts = [section.table?.markdown() ?? ""] + notes + [items]
            return "### \(section.title)\n\n" + parts.filter { !$0.isEmpty }.joined(separator: "\n")
        }.joined(separator: "\n")
    }
}

extension Table {
    /// Whether cells contain sentences, which are too long for columns of a terminal or a phone.
    var isOfSentences: Bool { rows.contains { $0.dropFirst().contains { $0.count > 60 } } }

    /// The rows as blocks of lines, each beginning with its column's title.
    fileprivate var blocks: String {
        rows.map { row in
            let cells = zip(header, row).dropFirst().map { "  \($0): \(printable($1))\n" }
            return printable(row[0]) + "\n" + cells.joined() + "\n"
        }.joined()
    }
}
