package import BehaviourSuite

/// The results of an architecture in the behaviour suite.
package struct Behaviour: Hashable, Codable, Sendable {
    /// The number of scenarios that pass under every seed.
    package var passed: Int
    package var total: Int
    /// The first failure of each scenario that does not.
    package var failures: [Failure]

    package struct Failure: Hashable, Codable, Sendable {
        package var scenario: String
        package var seed: UInt64
        /// The difference between the expected and the actual result.
        package var difference: String
    }
}

extension Behaviour {
    /// Runs every scenario under the seeds from 1 to `seeds`.
    package init(of version: Architecture, seeds: Int, scenarios: [Scenario] = Scenario.all) {
        let failures = scenarios.compactMap { scenario -> Failure? in
            for seed in 1...UInt64(max(1, seeds)) {
                guard let difference = version.difference(in: scenario, seed: seed) else { continue }
                return Failure(scenario: scenario.name, seed: seed, difference: difference)
            }
            return nil
        }
        self.init(passed: scenarios.count - failures.count, total: scenarios.count, failures: failures)
    }
}
