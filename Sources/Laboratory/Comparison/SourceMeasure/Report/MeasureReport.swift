import CommandLineKit

/// A report that compares several measurements.
public struct MeasureReport: Sendable {
    /// The output format of a report.
    public enum Format: String, CaseIterable, Sendable {
        case markdown
        case json
    }

    /// A measured tree and its name: the heading of its column, or its key in JSON.
    public typealias Entry = (name: String, measurement: SourceMeasurement)

    private let entries: [Entry]
    /// The number of identical files that a report names.
    private static let mostIdentical = 5

    /// Creates a report that shows `entries` in order; their names must differ.
    public init(_ entries: [Entry]) { self.entries = entries }

    /// Returns the report, ending in a newline; as JSON, an object with a key for each name.
    ///
    /// The same measurements always give the same bytes.
    public func rendered(as format: Format) throws -> String {
        switch format {
        case .markdown: sections.map { "### \($0.title)\n\n\($0.table.markdown())\n" }.joined() + lists
        case .json: try encodedAsJSON(Dictionary(entries.map { ($0.name, $0.measurement) }) { first, _ in first })
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
            ("mentions not followed: several bear the name", { "\($0.ambiguous)" }),
        ]
    }

    private func codeCell(_ layer: SourceMeasurement.Layer) -> String { "\(layer.code) (\(layer.files))" }

    private func table(of rows: [Row]) -> Table {
        Table(
            header: [""] + entries.map(\.name),
            rows: rows.map { row in [row.title] + entries.map { row.cell($0.measurement) } }
        )
    }

    /// The layers of all trees, each at its first occurrence, `Other` last.
    private var layerNames: [String] {
        var names: [String] = []
        for layer in entries.flatMap(\.measurement.layers) where !names.contains(layer.name) {
            names.append(layer.name)
        }
        return names.filter { $0 != LayerRules.other } + names.filter { $0 == LayerRules.other }
    }

    /// The shortest loop of each cycle, and the files that were not counted.
    private var lists: String {
        func list(_ title: String, _ lines: (SourceMeasurement) -> [String]) -> String {
            let lines = entries.flatMap { entry in
                lines(entry.measurement).map { "- \(escapedForMarkdown("\(entry.name): \($0)"))\n" }
            }
            return lines.isEmpty ? "" : "### \(title)\n\n" + lines.joined()
        }
        let cycles = list("Cycles, each by its shortest loop") { measurement in
            zip(measurement.cycles, measurement.loops).map { cycle, loop in
                let words = (loop + loop.prefix(1)).joined(separator: " > ")
                return cycle.count == loop.count ? words : "\(words), one loop of \(cycle.count) declarations"
            }
        }
        let identical = list("Not counted: identical files") { measurement in
            let (files, most) = (measurement.identical, Self.mostIdentical)
            return files.prefix(most).map { "\($0.path) is \($0.counted)" }
                + (files.count > most ? ["\(files.count - most) more, \(files.count) in all"] : [])
        }
        return cycles + (cycles.isEmpty || identical.isEmpty ? "" : "\n") + identical
    }
}

extension SourceMeasurement {
    fileprivate func layer(_ name: String, _ cell: (Layer) -> String) -> String {
        layers.first { $0.name == name }.map(cell) ?? ""
    }
}
