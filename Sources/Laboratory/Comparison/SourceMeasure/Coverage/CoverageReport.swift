/// A report that compares the coverage of several trees.
struct CoverageReport {
    /// The output format of a report.
    enum Format: String, CaseIterable {
        case text
        case markdown
        case json
    }

    struct Entry {
        let name: String
        let coverage: SourceCoverage
    }

    private let entries: [Entry]

    /// Creates a report that shows `entries` in order; their names must differ.
    init(_ entries: [Entry]) { self.entries = entries }

    /// Returns the report, ending in a newline; as JSON, an object with a key for each name.
    func rendered(as format: Format) throws -> String {
        switch format {
        case .text: tables.map { "\($0.title)\n\n\($0.table.text())" }.joined(separator: "\n")
        case .markdown: tables.map { "### \($0.title)\n\n\($0.table.markdown())" }.joined(separator: "\n")
        case .json:
            try encodedAsJSON(Dictionary(entries.map { ($0.name, $0.coverage) }) { first, _ in first })
        }
    }

    private var tables: [(title: String, table: Table)] {
        var layers: [String] = []
        for layer in entries.flatMap(\.coverage.layers) where !layers.contains(layer.name) { layers.append(layer.name) }
        let byLayer = layers.map { name in
            [name] + entries.map { entry in cell(entry.coverage.layers.first { $0.name == name }?.lines) }
        }
        let header = [""] + entries.map(\.name)
        let all = [
            ["all"] + entries.map { cell($0.coverage.lines) },
            ["files that the profile does not know"] + entries.map { "\($0.coverage.unknown.count)" },
        ]
        let files = entries.flatMap { entry in
            entry.coverage.files.map { ["\(entry.name): \($0.path)", cell($0.lines)] }
        }
        return [
            ("Lines of code covered, by layer", Table(header: header, rows: byLayer + all)),
            ("Lines of code covered, by file", Table(header: ["", "covered"], rows: files)),
        ]
    }

    private func cell(_ lines: LineCoverage?) -> String {
        guard let lines, let share = lines.share else { return "" }
        return "\(lines.covered) of \(lines.coverable), \(percent(share))"
    }
}
