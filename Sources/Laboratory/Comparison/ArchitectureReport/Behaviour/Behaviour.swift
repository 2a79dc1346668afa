package import BehaviourSuite

/// How a version fares in the behaviour suite.
package struct Behaviour: Hashable, Codable, Sendable {
    /// How many scenarios hold under every seed.
    package var passed: Int
    package var total: Int
    /// The first failure of each of the others.
    package var failures: [Failure]

    package struct Failure: Hashable, Codable, Sendable {
        package var scenario: String
        package var seed: UInt64
        /// What was seen instead.
        package var difference: String
        /// Why the architecture cannot do it, where its author says so.
        package var limit: String?
    }
}

extension Behaviour {
    /// Plays every scenario under the seeds from 1 on.
    package init(of version: Version, seeds: Int, scenarios: [Scenario] = Scenario.all) {
        let failures = scenarios.compactMap { scenario -> Failure? in
            for seed in 1...UInt64(max(1, seeds)) {
                let result = version.run(scenario, seed: seed)
                guard let difference = result.difference else { continue }
                return Failure(
                    scenario: scenario.name,
                    seed: seed,
                    difference: difference,
                    limit: version.limits.first { $0.scenario == scenario.name }?.reason
                )
            }
            return nil
        }
        self.init(passed: scenarios.count - failures.count, total: scenarios.count, failures: failures)
    }
}
