import SourceMeasure

/// One part of the report: its table, and what is to be said about it.
struct ReportSection {
    /// Names the section in links.
    let id: String
    let title: String
    let table: Table
    /// Whole sentences.
    var notes: [String] = []
    /// What was found by name, as a list.
    var items: [String] = []
}

extension ComparisonReport {
    /// All that every rendering holds, in order.
    var sections: [ReportSection] {
        [
            codeSection, layerSection, structureSection, behaviourSection, faultsSection, costSection,
            testabilitySection, flowSection,
        ]
    }

    /// A row's title, and what it says of a version.
    typealias Row = (title: String, cell: (VersionReport) -> String)

    /// A table with a column for each version.
    func table(_ rows: [Row]) -> Table {
        Table(
            header: [""] + versions.map(\.name),
            rows: rows.map { row in [row.title] + versions.map(row.cell) }
        )
    }
}
