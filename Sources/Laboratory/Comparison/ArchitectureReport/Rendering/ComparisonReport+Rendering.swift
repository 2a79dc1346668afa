import SourceMeasure

extension ComparisonReport {
    /// Returns the report, ending in a newline; the same measurements always give the same bytes.
    func rendered(as format: CompareCommand.Format) throws -> String {
        switch format {
        case .markdown: sections.map(\.markdown).joined(separator: "\n")
        case .json: try encodedAsJSON(self, isIndented: true)
        case .html: page
        }
    }
}

extension ReportSection {
    var markdown: String {
        let paragraphs = notes.map { escapedForMarkdown($0) + "\n" }
        let list = items.map { "- \(escapedForMarkdown($0))\n" }.joined()
        let parts = [table?.markdown() ?? ""] + paragraphs + [list]
        return "### \(title)\n\n" + parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
