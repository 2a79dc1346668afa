import ArchitectureVersions
import BehaviourSuite
import Testing

/// Checks that the suite can fail: each scenario must catch a planted bug.
@Suite struct LieTests {
    @Test(arguments: Lie.all)
    func `a planted bug fails each of its scenarios`(lie: Lie) throws {
        let version = lie.version(of: try #require(Version.all.first))
        for name in lie.scenarios {
            let scenario = try #require(Scenario.all.first { $0.name == name }, "\(name)")
            #expect(!version.run(scenario, seed: 2).hasPassed, "\(lie.name): \(name)")
        }
    }

    @Test func `every scenario catches a planted bug`() {
        #expect(Set(Scenario.all.map(\.name)).subtracting(Lie.all.flatMap(\.scenarios)).isEmpty)
    }

    @Test func `scenario names are unique`() {
        #expect(Set(Scenario.all.map(\.name)).count == Scenario.all.count)
    }

    @Test func `the scenarios cover every feature that a screen can show`() {
        #expect(Set(Scenario.all.flatMap(\.features)) == Set(1...21).union(26...30))
    }

    @Test func `an architecture that cannot start fails all scenarios without trapping`() throws {
        struct NoDisk: Error {}
        let version = Version(name: "Broken") { _ in throw NoDisk() }
        #expect(version.run(seeds: 1...1).allSatisfy { !$0.hasPassed })
    }

    @Test func `the same seed gives the same results`() throws {
        let version = Lie.all[0].version(of: try #require(Version.all.first))
        let scenarios = Array(Scenario.all.suffix(12))
        #expect(version.run(scenarios, seeds: 3...4) == version.run(scenarios, seeds: 3...4))
    }
}
