import SourceMeasure

extension ComparisonReport {
    /// The measured features, in the order of the data.
    var featureNames: [String] {
        features.reduce(into: []) { names, cost in if !names.contains(cost.feature) { names.append(cost.feature) } }
    }

    func feature(_ name: String, in version: String) -> FeatureCost? {
        features.first { ($0.version, $0.feature) == (version, name) }
    }

    /// The costs of every feature in one table; nil without data.
    var featureSection: ReportSection? {
        guard !features.isEmpty else { return nil }
        return ReportSection(
            id: "features",
            title: "What a feature costs: lines in files",
            table: table(
                featureNames.map { name in
                    (
                        name,
                        { self.feature(name, in: $0.name).map { "\($0.sources.lines) in \($0.sources.files)" } ?? "-" }
                    )
                }
            ),
            notes: [
                "Code lines added and modified, and files added or touched, by the commits of each version in its own sources: "
                    + "most often one commit, after the scenarios that demand the feature, counted as cloc --diff counts. "
                    + "VIPER's queries of the session are among its own sources; the others', which changed with the "
                    + "scenarios, are in PhoneKit and count in none.",
                "What was corrected later is not counted, as of mute in Classic MVC (58310e61), MVP (03bb3e22) and MVVM with "
                    + "bindings (e3fd2951).",
            ],
            items: features.map { cost in
                "\(cost.version), \(cost.feature): commits \(cost.before.prefix(12))..\(cost.after.prefix(12)); layers "
                    + "\(list(cost.layers)); \(cost.testsAdded) tests added, \(cost.testsChanged) changed, "
                    + "\(cost.tests.linesAdded) lines of tests"
            }
        )
    }
}

extension FeatureCost.Share {
    var lines: Int { linesAdded + linesModified }
    var files: Int { filesAdded + filesTouched }
}
