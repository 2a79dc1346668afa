import SourceMeasure

/// A section of the report: its table and notes.
struct ReportSection {
    /// The identifier of the section in links.
    let id: String
    let title: String
    var table: Table?
    /// The notes, in whole sentences.
    var notes: [String] = []
    /// Items for a list.
    var items: [String] = []
}

extension ComparisonReport {
    /// All sections of a report, in order: the first steps, the claims, their evidence, and how to read the report.
    var sections: [ReportSection] { [beginningSection, ledgerSection] + evidence }

    /// The evidence for the claims, and how to read it.
    ///
    /// A section in a file of its own is added to this list; a section without data is omitted.
    var evidence: [ReportSection] {
        featureSections + [
            behaviourSection, testabilitySection, codeSection, structureSection, sharedSection,
            readingSection, limitsSection, provenanceSection,
        ]
    }

    /// The title of a column, and its value for an architecture.
    typealias Row = (title: String, cell: (VersionReport) -> String)

    /// Returns a table with a row for each architecture; a phone has room for at most five columns.
    func table(_ columns: [Row]) -> Table {
        Table(
            header: [""] + columns.map(\.title),
            rows: versions.map { version in [version.name] + columns.map { $0.cell(version) } }
        )
    }

    /// Returns words as a list in a sentence.
    func list(_ words: [String]) -> String {
        words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
    }
}
