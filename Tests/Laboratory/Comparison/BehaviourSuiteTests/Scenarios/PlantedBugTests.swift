import ArchitectureVersions
import BehaviourSuite
import DriverKit
import Testing

/// Checks that the suite can fail: each scenario must catch a planted bug.
@Suite struct PlantedBugTests {
    @Test(arguments: PlantedBug.all)
    func `a planted bug fails each of its scenarios`(bug: PlantedBug) throws {
        let architecture = bug.architecture(of: try #require(Architecture.all.first))
        for name in bug.scenarios {
            let scenario = try #require(Scenario.all.first { $0.name == name }, "\(name)")
            #expect(architecture.difference(in: scenario, seed: 2) != nil, "\(bug.name): \(name)")
        }
    }

    @Test func `every scenario catches a planted bug`() {
        #expect(Set(Scenario.all.map(\.name)).subtracting(PlantedBug.all.flatMap(\.scenarios)).isEmpty)
    }

    @Test func `scenario names are unique`() {
        #expect(Set(Scenario.all.map(\.name)).count == Scenario.all.count)
    }

    @Test func `the scenarios cover every feature that a screen can show`() {
        #expect(Set(Scenario.all.flatMap(\.features)) == Set(1...21).union(26...30).union(33...34))
    }

    @Test func `an architecture that cannot start fails all scenarios without trapping`() throws {
        struct NoDisk: Error {}
        let architecture = Architecture(name: "Broken") { _ in throw NoDisk() }
        #expect(Scenario.all.allSatisfy { architecture.difference(in: $0, seed: 1) != nil })
    }

    @Test func `the same seed gives the same results`() throws {
        // The last scenarios draw most at random: networks that lose requests.
        let architecture = PlantedBug.all[0].architecture(of: try #require(Architecture.all.first))
        func differences() -> [[String?]] {
            Scenario.all.suffix(4).map { scenario in (3...4).map { architecture.difference(in: scenario, seed: $0) } }
        }
        #expect(differences() == differences())
    }
}
