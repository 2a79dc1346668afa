import ChatSimulation
import Foundation
import Testing

@Suite struct SimulationTests {
    @Test(arguments: FaultProfile.allCases)
    func `every invariant holds over many sessions`(profile: FaultProfile) throws {
        // A release build plays a session four times faster, and .ci/run plays many more with one. VIPERCHAT_SESSIONS sets the
        // number of sessions here; twelve check every invariant.
        var tally = SimulationTally()
        for seed in 1...sessionCount {
            let outcome = try play(SessionPlan(seed: seed, profile: profile, stepCount: 30))
            #expect(outcome.violations.isEmpty, "seed \(seed), \(profile)")
            tally.add(outcome)
        }
        guard tally.sessions >= 12 else { return }
        for invariant in Invariant.allCases where invariant != .encryption {
            #expect(tally.checks["\(invariant.rawValue)", default: 0] > 0, "\(invariant) was never checked")
        }
    }

    @Test(arguments: FaultProfile.allCases)
    func `every invariant holds over the Matrix adapter`(profile: FaultProfile) throws {
        for seed in 1...sessionCount {
            let outcome = try play(matrixPlan(seed, profile))
            #expect(outcome.violations.isEmpty, "seed \(seed), \(profile)")
        }
    }

    /// Each found a fault that no other test noticed then: a late message above the user's own that was never read (40135), a
    /// stray receipt (348), a choice of another device (209, 812), a key that came while its message was stored (1740), a
    /// death between two steps that did not end the process (7637).
    @Test(
        arguments: [
            (209, .matrix), (348, .matrix), (812, .matrix), (1740, .matrix), (7637, .matrix), (40135, .simulated),
        ] as [(UInt64, ServerKind)]
    )
    func `a session that once found a fault keeps every promise`(seed: UInt64, server: ServerKind) throws {
        var plan = SessionPlan(seed: seed, profile: .everything, stepCount: 40)
        plan.server = server
        #expect(try play(plan).violations.isEmpty)
    }

    @Test func `one seed gives one history of encrypted rooms`() throws {
        for seed in [UInt64(3), 6] {
            let plan = matrixPlan(seed, .everything)
            let (first, second) = (try play(plan, isTracing: true), try play(plan, isTracing: true))
            #expect(first.history == second.history)
            #expect(first.eventCount == second.eventCount)
        }
    }

    @Test func `one seed gives one history`() throws {
        for seed in UInt64(1)...3 {
            let plan = SessionPlan(seed: seed, profile: .everything, stepCount: 30)
            let (first, second) = (try play(plan, isTracing: true), try play(plan, isTracing: true))
            #expect(first.history == second.history)
            #expect(first.eventCount == second.eventCount)
        }
    }

    @Test func `different seeds give different histories`() throws {
        let histories = try (UInt64(1)...3).map { seed in
            try play(SessionPlan(seed: seed, profile: .everything, stepCount: 30), isTracing: true).history
        }
        #expect(Set(histories).count == 3)
    }
}

@Suite struct PlantedBugTests {
    /// For each invariant, the bug that is found soonest. .ci/run looks for all with `chat-simulator --planted all`, in release. A debug
    /// build plays other histories, so one that is rarely found is no sample.
    private static let samples = Invariant.allCases.compactMap { invariant in
        let known = PlantedBug.all.filter { !$0.isElusive }
        let bugs = known.filter { $0.breaks == [invariant] && $0.firstSeed <= 30 }
        return (bugs.isEmpty ? known.filter { $0.breaks.contains(invariant) } : bugs)
            .min { $0.firstSeed < $1.firstSeed }
    }

    /// Prints the invariant that finds the bug, and the session's seed.
    @Test(arguments: samples)
    func `the simulation finds a planted bug of each kind by an expected invariant`(bug: PlantedBug) throws {
        // The known seed comes first, because it probably still finds the bug.
        let seeds = [bug.firstSeed] + Array(UInt64(1)...200)
        let found = try #require(
            try bug.search(seeds, in: FileManager.default.temporaryDirectory),
            "\(bug) is not found within 200 seeds"
        )
        let violation = found.violation
        print("\(bug) is found by invariant \(violation.invariant.rawValue) at seed \(found.seed)")
        #expect(bug.breaks.contains(violation.invariant), "\(bug) broke \(violation)")
    }

    @Test func `every planted bug is registered once under its own name`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Laboratory/ChatSimulation/PlantedBugs").standardizedFileURL
        let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        let names = try files.filter { $0.hasSuffix(".swift") }.flatMap { file in
            try String(contentsOf: folder.appending(path: file), encoding: .utf8)
                .matches(of: /static let (\w+) = PlantedBug\(/).map { String($0.1) }
        }
        #expect(PlantedBug.all.map(\.name).sorted() == names.sorted())
    }

    @Test func `shrinking a plan keeps the violation`() throws {
        let found = try (UInt64(1)...100)
            .map { SessionPlan(seed: $0, profile: .everything, stepCount: 40) }
            .first { try !play($0, planting: .forgottenGap).violations.isEmpty }
        let plan = try #require(found)
        let invariant = try #require(try play(plan, planting: .forgottenGap).violations.first?.invariant)
        let small = try plan.shrunk(
            keeping: invariant,
            in: FileManager.default.temporaryDirectory,
            planting: .forgottenGap
        )
        #expect(small.steps.count < plan.steps.count / 2)
        #expect(try play(small, planting: .forgottenGap).violations.first?.invariant == invariant)
    }
}

private let sessionCount = ProcessInfo.processInfo.environment["VIPERCHAT_SESSIONS"].flatMap { UInt64($0) } ?? 2

private func matrixPlan(_ seed: UInt64, _ profile: FaultProfile) -> SessionPlan {
    var plan = SessionPlan(seed: seed, profile: profile, stepCount: 30)
    plan.server = .matrix
    return plan
}

private func play(
    _ plan: SessionPlan,
    planting bug: PlantedBug? = nil,
    isTracing: Bool = false
) throws -> SessionOutcome {
    try SessionRunner.run(plan, in: FileManager.default.temporaryDirectory, planting: bug, isTracing: isTracing)
}
