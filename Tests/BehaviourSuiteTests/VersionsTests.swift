import ArchitectureVersions
import BehaviourSuite
import Testing

@Suite struct VersionsTests {
    @Test(arguments: Version.all.map(\.name), Scenario.all.map(\.name))
    func `a version behaves`(version: String, scenario: String) throws {
        let version = try #require(Version.all.first { $0.name == version })
        let scenarios = Scenario.all.filter { $0.name == scenario }
        for result in version.run(scenarios, seeds: 1...50) where !result.hasPassed {
            Issue.record("\(version.name), seed \(result.seed): \(result.difference ?? "")")
            return
        }
    }
}
