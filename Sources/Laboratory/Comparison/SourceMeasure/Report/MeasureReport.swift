import CommandWords
internal import Foundation

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
        public let name: String
        public let measurement: SourceMeasurement

        public init(name: String, measurement: SourceMeasurement) {
            self.name = name
            self.measurement = measurement
        }
    }

    private let entries: [Entry]

    /// `entries` appear in their order; their names differ.
    public init(_ entries: [Entry]) { self.entries = entries }

    /// The report, ending in a newline. The same measurements always give the same bytes.
    public func rendered(as format: Format) throws -> String {
        switch format {
        case .text:
            let tables = sections.map { "\($0.title)\n\n\($0.table.text())\n" }
            return tables.joined() + cycles(titled: "Cycles", mark: "", escape: printable)
        case .markdown:
            let tables = sections.map { "### \($0.title)\n\n\($0.table.markdown())\n" }
            return tables.joined() + cycles(titled: "### Cycles", mark: "- ", escape: escapedForMarkdown)
        case .json:
            return try json()
        }
    }

    /// An object with a key per name, on one line, keys sorted.
    private func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let byName = Dictionary(entries.map { ($0.name, $0.measurement) }) { first, _ in first }
        var result = ""
        // Foundation leaves direction marks and C1 controls as they are; all that is left to escape is inside strings.
        for scalar in String(decoding: try encoder.encode(byName), as: UTF8.self).unicodeScalars {
            if scalar.isUnprintable {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result + "\n"
    }
}

extension MeasureReport {
    private var sections: [(title: String, table: Table)] {
        let layers = layerNames
        return [
            ("Code", table(of: codeRows)),
            ("Code lines by layer (files)", table(of: layers.map { layer in (layer, { $0.layer(layer, codeCell) }) })),
            ("Structure", table(of: structureRows)),
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
            ("references between types", { "\($0.references)" }),
            ("cycles", { "\($0.cycles.count)" }),
            ("types in cycles", { "\($0.cycles.reduce(0) { $0 + $1.count })" }),
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
