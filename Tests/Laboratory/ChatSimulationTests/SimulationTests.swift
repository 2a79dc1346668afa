import ChatSimulation
import Foundation
import Testing

@Suite struct SimulationTests {
    @Test(arguments: FaultProfile.allCases)
    func `every promise holds in session after session`(profile: FaultProfile) throws {
        // A sanitizer makes each ten times as long: VIPERCHAT_SESSIONS says how many there are (30).
        let count = ProcessInfo.processInfo.environment["VIPERCHAT_SESSIONS"].flatMap { UInt64($0) } ?? 30
        var tally = SimulationTally()
        for seed in 1...count {
            let outcome = try play(SessionPlan(seed: seed, profile: profile, stepCount: 30))
            #expect(outcome.violations.isEmpty, "seed \(seed), \(profile)")
            tally.add(outcome)
        }
        for invariant in Invariant.allCases {
            #expect(tally.checks["\(invariant.rawValue)", default: 0] > 0, "\(invariant) was never checked")
        }
    }

    @Test(arguments: FaultProfile.allCases)
    func `every promise holds over the adapter for Matrix`(profile: FaultProfile) throws {
        let count = ProcessInfo.processInfo.environment["VIPERCHAT_SESSIONS"].flatMap { UInt64($0) } ?? 20
        for seed in 1...count {
            var plan = SessionPlan(seed: seed, profile: profile, stepCount: 30)
            plan.server = .matrix
            #expect(try play(plan).violations.isEmpty, "seed \(seed), \(profile)")
        }
    }

    @Test func `one seed, one history`() throws {
        for seed in UInt64(1)...10 {
            let plan = SessionPlan(seed: seed, profile: .everything, stepCount: 30)
            let (first, second) = (try play(plan, isTracing: true), try play(plan, isTracing: true))
            #expect(first.history == second.history)
            #expect(first.eventCount == second.eventCount)
        }
    }

    @Test func `other seeds, other histories`() throws {
        let histories = try (UInt64(1)...5).map { seed in
            try play(SessionPlan(seed: seed, profile: .everything, stepCount: 30), isTracing: true).history
        }
        #expect(Set(histories).count == 5)
    }
}

@Suite struct PlantedFaultTests {
    /// Which promise is seen broken, and by which seed at the latest.
    @Test(arguments: PlantedFault.allCases)
    func `a planted fault is found`(fault: PlantedFault) throws {
        // Where it was found before, it is likely to be found again.
        let seeds = [fault.seed] + Array(UInt64(1)...200)
        let found = try #require(
            try fault.search(seeds, in: FileManager.default.temporaryDirectory),
            "\(fault) is not found within 200 seeds"
        )
        let violation = found.violation
        print("\(fault) is found by invariant \(violation.invariant.rawValue) at seed \(found.seed)")
        #expect(fault.expected.contains(violation.invariant), "\(fault) broke \(violation)")
    }

    @Test func `a violation shrinks to a plan that still shows it`() throws {
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

extension PlantedFault {
    /// The first under which it was found when it was planted.
    fileprivate var seed: UInt64 {
        switch self {
        case .hereBeforeWhole, .readUnseen, .receiptBeforeCommit, .unsyncedCommits: 2
        case .firstNameStands, .silentWhenCovered, .staleAutocomplete: 3
        case .forgetfulOutbox, .forgottenGap, .keptBytes: 4
        case .newFileOnRetry, .silentWithoutFocus: 5
        case .fetchFromStart, .unkeepableMessage: 6
        case .mixedPortraits, .receiptLostAway: 7
        case .forgottenWish: 8
        case .firstEditStands, .lostDraft, .untoldEdit, .untoldRemoval: 11
        case .unsyncedFiles: 12
        case .unstoppableUpload: 14
        case .deafSync, .forgottenMute: 19
        case .untoldMute: 20
        case .resentFirst: 23
        case .notificationBeforeCommit: 31
        case .newGroupOnRetry: 186
        default: 1
        }
    }

    /// The promises of which one must be the first to break.
    fileprivate var expected: Set<Invariant> {
        switch self {
        case .dedupeOff: [.complete, .sentOnce, .unread]
        case .receiptBeforeCommit: [.survivesDeath, .receipts]
        case .countedUnread: [.unread]
        case .orderByTimestamp: [.complete]
        case .forgetfulOutbox: [.survivesDeath, .sentOnce, .complete]
        case .newIDOnRetry: [.sentOnce, .complete]
        case .endlessTyping: [.typing]
        case .socketLeftOpen: [.nothingOutlives]
        case .notificationBeforeCommit: [.survivesDeath]
        case .forgottenGap: [.complete]
        case .lostDraft: [.survivesDeath]
        case .unorderedOutbox, .resentFirst: [.firstInFirstOut]
        case .staleAutocomplete: [.modelAlone]
        case .blockedOutbox: [.receipts, .sentOnce]
        case .sleepyPushes: [.complete, .modelAlone]
        case .flappingStatus: [.modelAlone]
        case .deafSync: [.complete, .modelAlone]
        case .unkeepableMessage: [.complete]
        case .readUnseen, .receiptLostAway: [.receipts]
        case .silentWhenCovered, .silentWithoutFocus: [.notifiedOnce]
        case .sinkingChat, .mixedPortraits: [.complete]
        case .untoldEdit: [.samePath, .sentOnce]
        case .untoldRemoval: [.sentOnce, .samePath]
        case .firstEditStands: [.samePath, .sentOnce]
        case .removalKeepsText: [.complete, .samePath]
        case .forgottenMute: [.survivesDeath, .unread]
        case .untoldMute: [.samePath]
        case .firstNameStands, .leftStays: [.complete, .membership, .samePath]
        case .readBySome: [.complete, .receipts, .samePath]
        case .newGroupOnRetry: [.membership]
        case .newFileOnRetry, .unstoppableUpload, .fetchFromStart, .partMisplaced: [.files]
        case .hereBeforeWhole, .keptBytes, .eagerFetch, .forgottenWish: [.files]
        case .unsyncedCommits: [.survivesDeath]
        case .unsyncedFiles: [.files]
        case .placeGivenTwice: [.complete, .notifiedOnce]
        case .gapClosedEarly: [.complete, .samePath]
        case .newTransactionID: [.sentOnce]
        case .echoShownTwice: [.complete, .sentOnce]
        case .liveAsBacklog: [.notifiedOnce]
        case .limitIgnored: [.complete]
        }
    }
}

private func play(
    _ plan: SessionPlan,
    planting plant: PlantedFault? = nil,
    isTracing: Bool = false
) throws -> SessionOutcome {
    try SessionRunner.run(plan, in: FileManager.default.temporaryDirectory, planting: plant, isTracing: isTracing)
}
