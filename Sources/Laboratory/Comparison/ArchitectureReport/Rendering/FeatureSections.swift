import SourceMeasure

extension ComparisonReport {
    /// A section for each measured feature, in the order of the data.
    var featureSections: [ReportSection] {
        var names: [String] = []
        for cost in features where !names.contains(cost.feature) { names.append(cost.feature) }
        return names.map(section)
    }

    private func section(of feature: String) -> ReportSection {
        func column(_ title: String, _ cell: @escaping (FeatureCost) -> String) -> Row {
            (
                title,
                { version in features.first { ($0.version, $0.feature) == (version.name, feature) }.map(cell) ?? "-" }
            )
        }
        return ReportSection(
            id: "feature-" + feature.filter { $0.isASCII && ($0.isLetter || $0.isNumber) },
            title: "What a feature costs: \(feature)",
            table: table([
                column("files") { "\($0.sources.filesAdded + $0.sources.filesTouched)" },
                column("lines added") { "\($0.sources.linesAdded)" },
                column("modified") { "\($0.sources.linesModified)" },
                column("layers") { "\($0.layers.count)" },
                column("tests changed") { "\($0.testsChanged)" },
            ]),
            notes: [
                "What the commits of each version changed in its own sources and tests: most often one, after the scenarios "
                    + "that demand the feature. Files are those added or touched; code lines are counted as cloc --diff counts "
                    + "them; tests changed are those that were there before and had to change or go. VIPER's queries of the session are "
                    + "among its own sources; the others', which changed with the scenarios, are in PhoneKit and count in none.",
                "What was corrected later is not counted, as of mute in Classic MVC (58310e61), MVP (03bb3e22) and MVVM with "
                    + "bindings (e3fd2951).",
            ],
            items: features.filter { $0.feature == feature }.map { cost in
                "\(cost.version): commits \(cost.before.prefix(12))..\(cost.after.prefix(12)); layers \(list(cost.layers)); "
                    + "\(cost.testsAdded) tests added, \(cost.tests.linesAdded) lines of tests"
            }
        )
    }
}
