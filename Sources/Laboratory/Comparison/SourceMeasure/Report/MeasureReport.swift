import CommandWords

/// Several measurements side by side.
public struct MeasureReport: Sendable {
    /// How a report is written.
    public enum Format: String, CaseIterable, Sendable {
        case text
        case markdown
        case json
    }

    /// One measured tree, under the name it is compared by.
    public struct Entry: Sendable {
        /// Heads the tree's column; in JSON, the tree's key.
        public let name: String
        /// What the tree comes to.
        public let measurement: SourceMeasurement

        public init(name: String, measurement: SourceMeasurement) {
            self.name = name
            self.measurement = measurement
        }
    }

    private let entries: [Entry]

    /// `entries` appear in their order; their names differ.
    public init(_ entries: [Entry]) { self.entries = entries }

    /// The report, ending in a newline; as JSON, an object with a key per name. The same measurements always give the
    /// same bytes.
    public func rendered(as format: Format) throws -> String {
        switch format {
        case .text:
            let tables = sections.map { "\($0.title)\n\n\($0.table.text())\n" }
            return tables.joined() + cycles(titled: "Cycles", mark: "", escape: printable)
        case .markdown:
            let tables = sections.map { "### \($0.title)\n\n\($0.table.markdown())\n" }
            return tables.joined() + cycles(titled: "### Cycles", mark: "- ", escape: escapedForMarkdown)
        case .json:
            return try encodedAsJSON(Dictionary(entries.map { ($0.name, $0.measurement) }) { first, _ in first })
        }
    }
}

extension MeasureReport {
    private var sections: [(title: String, table: Table)] {
        let layers = layerNames
        return [
            ("Code", table(of: codeRows)),
            ("Code lines by layer (files)", table(of: layers.map { layer in (layer, { $0.layer(layer, codeCell) }) })),
            ("Structure", table(of: structureRows)),
            ("Not followed", table(of: leftOutRows)),
            (
                "References between layers: in / out",
                table(of: layers.map { layer in (layer, { $0.layer(layer) { "\($0.fanIn) / \($0.fanOut)" } }) })
            ),
        ]
    }

    private typealias Row = (title: String, cell: (SourceMeasurement) -> String)

    private var codeRows: [Row] {
        [
            ("files", { "\($0.files)" }),
            ("blank lines", { "\($0.blank)" }),
            ("comment lines", { "\($0.comment)" }),
            ("code lines", { "\($0.code)" }),
            ("code lines per file", { "\($0.meanCode)" }),
            ("code lines of the largest file", { "\($0.largest?.code ?? 0)" }),
            ("largest file", { $0.largest?.path ?? "" }),
            ("code lines as Swift reads them", { "\($0.codeAsSwift)" }),
        ]
    }

    private var structureRows: [Row] {
        [
            ("types", { "\($0.types)" }),
            ("of which protocols", { "\($0.protocols)" }),
            ("free functions", { "\($0.functions)" }),
            ("globals", { "\($0.globals)" }),
            ("types from elsewhere that are extended", { "\($0.extensions)" }),
            ("references", { "\($0.references)" }),
            ("cycles", { "\($0.cycles.count)" }),
            ("declarations in cycles", { "\($0.cycles.reduce(0) { $0 + $1.count })" }),
            ("propagation cost", { $0.propagationCost.map { "\(percent($0))" } ?? "too large" }),
            ("code lines of the largest type", { "\($0.largestType?.code ?? 0)" }),
            ("largest type", { $0.largestType?.name ?? "" }),
        ]
    }

    /// What the references do not say, so that they can be judged.
    private var leftOutRows: [Row] {
        [
            ("names that several declarations bear", { "\($0.leftOut.ambiguous)" }),
            ("names declared only in modules not imported", { "\($0.leftOut.outOfView)" }),
            ("names of functions and globals that members bear", { "\($0.leftOut.shadowed)" }),
            ("members whose type is inferred", { "\($0.leftOut.implicitMembers)" }),
            ("wrappers' key paths that lead nowhere", { "\($0.leftOut.keyPaths.count)" }),
            ("files whose braces do not match", { "\($0.leftOut.unbalancedFiles)" }),
        ]
    }

    private func codeCell(_ layer: SourceMeasurement.Layer) -> String { "\(layer.code) (\(layer.files))" }

    private func table(of rows: [Row]) -> Table {
        Table(
            header: [""] + entries.map(\.name),
            rows: rows.map { row in [row.title] + entries.map { row.cell($0.measurement) } }
        )
    }

    /// Those of every tree, each where it first occurs, `Other` last.
    private var layerNames: [String] {
        var names: [String] = []
        for layer in entries.flatMap(\.measurement.layers) where !names.contains(layer.name) {
            names.append(layer.name)
        }
        return names.filter { $0 != LayerRules.other } + names.filter { $0 == LayerRules.other }
    }

    private func cycles(titled title: String, mark: String, escape: (String) -> String) -> String {
        let lines = entries.flatMap { entry in
            entry.measurement.cycles.map { cycle in
                "\(mark)\(escape(entry.name)): \(cycle.map(escape).joined(separator: ", "))\n"
            }
        }
        return lines.isEmpty ? "" : "\(title)\n\n" + lines.joined()
    }
}

extension SourceMeasurement {
    fileprivate func layer(_ name: String, _ cell: (Layer) -> String) -> String {
        layers.first { $0.name == name }.map(cell) ?? ""
    }
}
