import Testing

@testable import ChatSimulation

@Suite struct SessionPlanTests {
    @Test func `most sessions have at least two steps that meet another one in a chat`() {
        let counts = (UInt64(1)...200).map { seed in
            SessionPlan(seed: seed, profile: .everything, stepCount: 40).steps.count(where: isPaired)
        }
        #expect(counts.count { $0 >= 2 } > 150)
    }

    private func isPaired(_ step: any Step) -> Bool {
        switch step {
        case is PersonEditsAgain, is PersonReactsAgain, is PersonMovesInHaste, is PersonForgets: true
        case let mood as ServerHasMood: [.refusedMessage, .longWait, .duplicateMessage, .lostFile].contains(mood.mood)
        default: false
        }
    }
}
