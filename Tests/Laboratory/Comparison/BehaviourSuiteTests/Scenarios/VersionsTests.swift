import ArchitectureVersions
import BehaviourSuite
import Foundation
import Testing

@Suite struct VersionsTests {
    /// The number of seeds, from VIPERCHAT_SEEDS; 5 by default.
    private let seedCount = ProcessInfo.processInfo.environment["VIPERCHAT_SEEDS"].flatMap { UInt64($0) } ?? 5

    @Test(arguments: Version.all.map(\.name), Scenario.all.map(\.name))
    func `an architecture passes a scenario under every seed`(version: String, scenario: String) throws {
        let version = try #require(Version.all.first { $0.name == version })
        let scenario = try #require(Scenario.all.first { $0.name == scenario })
        let failure = version.run([scenario], seeds: 1...seedCount).first { !$0.hasPassed }
        let limit = version.limits.first { $0.scenario == scenario.name }
        if limit == nil, let failure {
            Issue.record("\(version.name), seed \(failure.seed): \(failure.difference ?? "")")
        } else if failure == nil, limit != nil {
            Issue.record("\(version.name) can do what is said to be beyond it")
        }
    }
}
