import ArchitectureVersions
import BehaviourSuite
import ChatSimulation
import Foundation
import SimulationKit
import Testing

@testable import ArchitectureReport

/// Sessions of the architectures, played through their views alone.
@Suite struct PhoneTests {
    @Test(arguments: Architecture.all.map(\.name))
    func `every invariant holds in each architecture over many sessions`(name: String) throws {
        let architecture = try #require(Architecture.all.first { $0.name == name })
        // A release build plays a session four times faster, and .ci/run plays many more with one. VIPERCHAT_SESSIONS sets the
        // number of sessions here; six check every invariant.
        let count = ProcessInfo.processInfo.environment["VIPERCHAT_SESSIONS"].flatMap { UInt64($0) } ?? 1
        var tally = SimulationTally()
        for seed in 1...count {
            let outcome = try play(architecture, seed: seed)
            #expect(outcome.violations.isEmpty, "seed \(seed), \(name)")
            tally.add(outcome)
        }
        guard count >= 6 else { return }
        // Their contacts do not answer a message or react to one, and only a homeserver's rooms are encrypted.
        for invariant in Invariant.allCases where ![.answers, .encryption].contains(invariant) {
            #expect(tally.checks["\(invariant.rawValue)", default: 0] > 0, "\(invariant) was never checked")
        }
    }

    @Test func `one seed gives one history`() throws {
        let architecture = try #require(Architecture.all.last)
        for seed in Seeds.playsAll ? UInt64(1)...2 : 2...2 {
            let (first, second) = (try play(architecture, seed: seed), try play(architecture, seed: seed))
            #expect(first.history == second.history && first.eventCount == second.eventCount)
        }
    }

    /// A check that fails for no planted bug is worthless. `.ci/run` plants all, this run three that the first session finds.
    @Test(
        arguments: Seeds.playsAll ? PlantedArchitectureBug.allCases : [.hidesBadge, .saysOffline, .showsOtherTimes]
    )
    func `the simulation finds every bug planted in an architecture`(bug: PlantedArchitectureBug) throws {
        let base = try #require(Architecture.all.first { $0.name == "Classic MVC" })
        let buggy = Architecture(name: bug.rawValue) { phone in
            BuggyDriver(base: try base.start(bug.changed(phone)), bug: bug)
        }
        var found: Violation?
        for seed in UInt64(1)...100 where found == nil { found = try play(buggy, seed: seed).violations.first }
        let violation = try #require(found, "\(bug) is not found within 100 seeds")
        #expect(bug.expected.contains(violation.invariant), "\(bug) broke \(violation)")
    }

    private func play(_ architecture: Architecture, seed: UInt64) throws -> SessionOutcome {
        try SessionBatch.withPlace(named: "phone-tests-\(UUID())") { place in
            let plan = architecture.plan(for: seed, stepCount: Seeds.playsAll ? 30 : 15)
            return try SessionRunner.run(plan, in: place, isTracing: true)
        }
    }
}
