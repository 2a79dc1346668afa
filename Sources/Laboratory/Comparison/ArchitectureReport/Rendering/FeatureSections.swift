import SourceMeasure

extension ComparisonReport {
    /// The measured features, in the order of the data.
    var featureNames: [String] {
        features.reduce(into: []) { names, cost in if !names.contains(cost.feature) { names.append(cost.feature) } }
    }

    func feature(_ name: String, in version: String) -> FeatureCost? {
        features.first { ($0.version, $0.feature) == (version, name) }
    }

    /// The costs of all features: a table for the first five, which is what a phone has room for, and one for the rest.
    var featureSections: [ReportSection] {
        let names = featureNames
        guard !names.isEmpty else { return [] }
        var first = featureSection
        first.table = costs(of: names.prefix(5))
        let title = "What later features cost: lines in files"
        let second = ReportSection(
            id: "later-features",
            title: title,
            table: costs(of: names.dropFirst(5)),
            notes: [
                "VIPER's replies and reactions are the product's commits, which it shares with the terminal. Its controller for the "
                    + "phone, which the scenarios demand, took 4 lines more for replies and 4 for reactions.",
                "Notices and compact rows were experiments, taken back once they were measured. Notices of the service arrived past "
                    + "the session, by push and by a socket of the open chat, and each version merged them itself: the open chat "
                    + "showed its notices, each once, and the list marked the chat. Compact rows were a second design of a row in "
                    + "the list, which the user chose by a switch.",
                "Where screens receive what they need one by one, as in Classic MVC, MVP, Presentation Model and MVVM by property, "
                    + "a quarter to a third of the lines of notices handed a store of them down to the screens.",
            ]
        )
        return names.count > 5 ? [first, second] : [first]
    }

    /// The architectures that lack the cost of a feature, as a list.
    var addedLater: String {
        list(versions.map(\.name).filter { name in featureNames.contains { feature($0, in: name) == nil } })
    }

    private func costs(of names: ArraySlice<String>) -> Table {
        table(
            names.map { name in
                (
                    name,
                    {
                        self.feature(name, in: $0.name).map { "\($0.sources.lines) in \($0.sources.files)" }
                            ?? "added later"
                    }
                )
            }
        )
    }

    private var featureSection: ReportSection {
        ReportSection(
            id: "features",
            title: "What a feature costs: lines in files",
            notes: [
                "Code lines added and modified, and files added or touched, by the commits of each version in its own sources: "
                    + "most often one commit, after the scenarios that demand the feature, counted as cloc --diff counts. "
                    + "VIPER's queries of the session are among its own sources; the others', which changed with the "
                    + "scenarios, are in PhoneKit and count in none.",
                "What was corrected later is not counted, as of mute in Classic MVC (58310e61), MVP (03bb3e22) and MVVM with "
                    + "bindings (e3fd2951). After these costs were measured the inbox's presentation of Presentation Model got its "
                    + "own store, and the rows of MVVM by property became texts.",
            ] + (addedLater.isEmpty ? [] : ["Added later, with these features from the beginning: \(addedLater)."]),
            items: features.map { cost in
                "\(cost.version), \(cost.feature): commits \(cost.before.prefix(12))..\(cost.after.prefix(12)); layers "
                    + "\(list(cost.layers)); \(cost.tests.linesAdded) lines of tests"
            }
        )
    }
}

extension FeatureCost.Share {
    var lines: Int { linesAdded + linesModified }
    var files: Int { filesAdded + filesTouched }
}
