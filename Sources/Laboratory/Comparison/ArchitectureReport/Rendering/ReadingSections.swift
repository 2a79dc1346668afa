import SourceMeasure

extension ComparisonReport {
    var readingSection: ReportSection {
        ReportSection(
            id: "reading",
            title: "How to read it",
            notes: [
                "All versions are one app: the same session with the same history, sync, outbox, receipts and backfill, the same "
                    + "views, the same scenarios. A version is what lies between session and views, so a difference in a "
                    + "column is one of that. Counts are exact and come out the same on every machine.",
                "More types and more protocols are no fault, nor is less code a merit: read them beside what a feature costs, "
                    + "what a test of one screen has to bring, and how far a change can reach.",
                "All versions but VIPER follow their own pattern's habits, and were written knowing of the others. VIPER here is the "
                    + "product's own: a presenter is a value that returns what is to be done, and no role refers back to the one "
                    + "that holds it. Usual VIPER has more protocols and more references, and is not measured here; Modules.md "
                    + "says under Decisions where the two differ.",
            ]
        )
    }

    var limitsSection: ReportSection {
        ReportSection(
            id: "limits",
            title: "What this does not show",
            notes: [
                "It does not show which architecture is best. It has one app of three screens, one language, and one hand behind "
                    + "all versions: no team that grows, no years, no newcomers, no deadline. It says nothing of how long a "
                    + "version took to write or takes to learn. The views draw nothing, so layout, animation, and what a real "
                    + "interface framework costs are not in it, and neither is a network's or a disk's time. Everything runs "
                    + "on one thread with a simulated server: what several processors would change is not seen. The engine under "
                    + "all of them is large beside each of them, and an app without such an engine would differ more. "
                    + "Structure is read from names, not from types, and says what could be reached, not what is. "
                    + "Scenarios that all versions pass show that they do alike what those scenarios ask for: not that they do the same "
                    + "otherwise, nor that they are free of faults."
            ]
        )
    }

    var provenanceSection: ReportSection {
        let revision = provenance.revision.map { $0 + (provenance.isChanged ? ", with changes" : "") }
        let rows = [
            ("revision", revision ?? "none: the sources are in no repository"),
            ("date", provenance.date),
            ("compiler", provenance.compiler ?? "unknown"),
            ("seeds of each scenario", "1 to \(seeds)"),
        ]
        return ReportSection(
            id: "provenance",
            title: "Provenance",
            table: Table(header: ["", "value"], rows: rows.map { [$0.0, $0.1] }),
            notes: [
                "Made by architecture-comparison, and to be made again by it: swift run architecture-comparison "
                    + "--seeds \(seeds) --format html --output comparison.html"
            ]
        )
    }
}
