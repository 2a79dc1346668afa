import ArchitectureVersions
import BehaviourSuite
import ChatSimulation
import Foundation
import Testing

/// Sessions of the architectures, played through their views alone.
@Suite struct PhoneTests {
    @Test(arguments: Version.all.map(\.name))
    func `every invariant holds in each architecture over many sessions`(name: String) throws {
        let version = try #require(Version.all.first { $0.name == name })
        // A sanitizer makes each ten times slower. VIPERCHAT_SESSIONS sets the number of sessions (20).
        let count = ProcessInfo.processInfo.environment["VIPERCHAT_SESSIONS"].flatMap { UInt64($0) } ?? 20
        var tally = SimulationTally()
        for seed in 1...count {
            let outcome = try play(version, seed: seed)
            #expect(outcome.violations.isEmpty, "seed \(seed), \(name)")
            tally.add(outcome)
        }
        for invariant in Invariant.allCases {
            #expect(tally.checks["\(invariant.rawValue)", default: 0] > 0, "\(invariant) was never checked")
        }
    }

    @Test func `one seed gives one history`() throws {
        let version = try #require(Version.all.last)
        for seed in UInt64(1)...3 {
            let (first, second) = (try play(version, seed: seed), try play(version, seed: seed))
            #expect(first.history == second.history && first.eventCount == second.eventCount)
        }
    }

    /// A check that fails for no broken version is worthless.
    @Test(arguments: PhoneLie.allCases)
    func `the simulation finds every broken version of an architecture`(lie: PhoneLie) throws {
        let truth = try #require(Version.all.first { $0.name == "Classic MVC" })
        let liar = Version(name: lie.rawValue) { phone in
            LyingPhone(truth: try truth.start(lie.changed(phone)), lie: lie)
        }
        var found: Violation?
        for seed in UInt64(1)...100 where found == nil { found = try play(liar, seed: seed).violations.first }
        let violation = try #require(found, "\(lie) is not found within 100 seeds")
        #expect(lie.expected.contains(violation.invariant), "\(lie) broke \(violation)")
    }

    private func play(_ version: Version, seed: UInt64) throws -> SessionOutcome {
        var plan = SessionPlan(seed: seed, profile: .everything, stepCount: 30)
        plan.version = version
        return try SessionBatch.withPlace(named: "phone-tests-\(UUID())") { place in
            try SessionRunner.run(plan, in: place, isTracing: true)
        }
    }
}
