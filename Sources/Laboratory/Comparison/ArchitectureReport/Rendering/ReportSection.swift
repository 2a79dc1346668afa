import SourceMeasure

/// One part of the report: its table, and what is to be said about it.
struct ReportSection {
    /// Names the section in links.
    let id: String
    let title: String
    var table: Table?
    /// Whole sentences.
    var notes: [String] = []
    /// What was found by name, as a list.
    var items: [String] = []
}

extension ComparisonReport {
    /// All that every rendering holds, in order: what holds first, then what bears it out, then how to read it.
    var sections: [ReportSection] { [claimSection] + evidence }

    /// What bears the claims out, and how to read it. A section of a file of its own takes its place in this list; one
    /// without data is left out.
    var evidence: [ReportSection] {
        costSections + featureSections + [behaviourSection] + [mutationSection, faultsSection].compactMap(\.self)
            + [
                testabilitySection, codeSection, bothWaysSection, layerSection, structureSection, namesSection,
                flowSection,
                sharedSection,
                articleSection, readingSection, limitsSection, provenanceSection,
            ]
    }

    /// A column's title, and what it says of a version.
    typealias Row = (title: String, cell: (VersionReport) -> String)

    /// A table with a row for each version: at most five columns find room on a phone.
    func table(_ columns: [Row]) -> Table {
        Table(
            header: [""] + columns.map(\.title),
            rows: versions.map { version in [version.name] + columns.map { $0.cell(version) } }
        )
    }
}
