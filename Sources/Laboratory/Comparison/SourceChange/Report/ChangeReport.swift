import CommandLineKit
package import SourceMeasure

/// A rendered report of a change.
package struct ChangeReport {
    /// The number of names of each kind that Markdown shows; JSON contains all.
    private static let mostNames = 100

    private let change: TreeChange

    package init(_ change: TreeChange) { self.change = change }

    /// Returns the report, ending in a newline; the same change always gives the same bytes.
    package func rendered(as format: MeasureReport.Format) throws -> String {
        switch format {
        case .markdown: (["### Change\n\n" + table.markdown()] + lists).joined(separator: "\n")
        case .json: try encodedAsJSON(change)
        }
    }

    private var table: Table {
        let header = ["files", "code lines"].flatMap { what in
            ["\(what) added", "removed", what == "code lines" ? "modified" : "touched"]
        }
        let hasTests = change.layers.contains { $0.name == LayerRules.tests }
        let rows = change.layers + (hasTests ? [change.sources, change.total] : [change.total])
        return Table(header: [""] + header, rows: rows.map { [$0.name] + cells($0).map(String.init) })
    }

    private func cells(_ layer: TreeChange.Layer) -> [Int] {
        let (files, lines) = (layer.files, layer.lines)
        return [files.added, files.removed, files.touched, lines.added, lines.removed, lines.modified]
    }

    private var lists: [String] {
        let kinds = [
            ("added", change.files.added), ("removed", change.files.removed), ("touched", change.files.touched),
            ("moved", change.files.moved),
        ]
        let lines = kinds.flatMap { verb, names in
            names.prefix(Self.mostNames).map { "- \(verb): \(escapedForMarkdown($0))\n" }
                + (names.count > Self.mostNames ? ["- \(verb): \(names.count - Self.mostNames) more\n"] : [])
        }
        return lines.isEmpty ? [] : ["### Files\n\n" + lines.joined()]
    }
}
