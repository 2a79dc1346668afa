import ArchitectureVersions
import BehaviourSuite
import DriverKit
import SimulationKit
import Testing

@Suite struct ArchitectureTests {
    @Test(arguments: Architecture.all.map(\.name), Scenario.all.map(\.name))
    func `an architecture passes a scenario under every seed`(architecture: String, scenario: String) throws {
        let architecture = try #require(Architecture.all.first { $0.name == architecture })
        let scenario = try #require(Scenario.all.first { $0.name == scenario })
        for seed in Seeds.upTo(20) {
            let difference = architecture.difference(in: scenario, seed: seed)
            #expect(difference == nil, "\(architecture.name), seed \(seed)")
        }
    }
}
