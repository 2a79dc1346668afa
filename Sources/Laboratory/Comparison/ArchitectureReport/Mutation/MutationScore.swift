import SourceMutation

/// The number of mutations of an architecture that were detected, by scenarios and by tests.
package struct MutationScore: Hashable, Codable, Sendable {
    /// The counts for all mutants tried, or for those of one operator.
    package struct Count: Hashable, Codable, Sendable {
        package var tried: Int
        package var byScenarios: Int
        package var byTests: Int
        package var byEither: Int
    }

    package var places: Int
    package var uncompiled: Int
    package var seed: UInt64
    package var scenarioSeeds: [UInt64]
    package var scenarios: Int
    package var all: Count
    /// The counts by operator, in the order of the operators.
    package var byOperator: [Count]
    /// The modules in which the architecture's own tests detected nothing, and the number of mutants tried there.
    package var unfoundByTests: [String: Int]
}

extension MutationScore {
    /// Counts the outcomes of `part`; `modules` maps the architecture's modules to their folders.
    init(_ part: MutationResults.Part, modules: [String: String]) {
        let counts = modules.mapValues { folder in Count(part.outcomes.filter { $0.file.hasPrefix(folder + "/") }) }
        self.init(
            places: part.places,
            uncompiled: part.uncompiled,
            seed: part.seed,
            scenarioSeeds: part.scenarioSeeds,
            scenarios: part.scenarios,
            all: Count(part.outcomes),
            byOperator: MutationOperator.allCases.map { kind in Count(part.outcomes.filter { $0.kind == kind }) },
            unfoundByTests: counts.filter { $0.value.tried > 0 && $0.value.byTests == 0 }.mapValues(\.tried)
        )
    }
}

extension MutationScore.Count {
    fileprivate init(_ outcomes: [MutationResults.Outcome]) {
        self.init(
            tried: outcomes.count,
            byScenarios: outcomes.count { $0.scenario != nil },
            byTests: outcomes.count { $0.tests != nil },
            byEither: outcomes.count(where: \.isFound)
        )
    }
}
