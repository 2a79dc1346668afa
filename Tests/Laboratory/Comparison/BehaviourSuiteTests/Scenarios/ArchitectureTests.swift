import ArchitectureVersions
import BehaviourSuite
import DriverKit
import Foundation
import Testing

@Suite struct ArchitectureTests {
    /// The number of seeds, from VIPERCHAT_SEEDS; 2 by default.
    private let seedCount = ProcessInfo.processInfo.environment["VIPERCHAT_SEEDS"].flatMap { UInt64($0) } ?? 2

    @Test(arguments: Architecture.all.map(\.name), Scenario.all.map(\.name))
    func `an architecture passes a scenario under every seed`(architecture: String, scenario: String) throws {
        let architecture = try #require(Architecture.all.first { $0.name == architecture })
        let scenario = try #require(Scenario.all.first { $0.name == scenario })
        for seed in 1...seedCount {
            let difference = architecture.difference(in: scenario, seed: seed)
            #expect(difference == nil, "\(architecture.name), seed \(seed)")
        }
    }
}
