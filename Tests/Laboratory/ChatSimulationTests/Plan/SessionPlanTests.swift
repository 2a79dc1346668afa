import Testing

@testable import ChatSimulation

@Suite struct SessionPlanTests {
    @Test func `most sessions have at least two steps that meet another one in a chat`() {
        let counts = (UInt64(1)...200).map { seed in
            SessionPlan(seed: seed, profile: .everything, stepCount: 40).steps.count(where: isPaired)
        }
        #expect(counts.count { $0 >= 2 } > 150)
    }

    @Test func `one session in three has polls, and the others are as they would be without`() {
        let counts = (UInt64(1)...200).map { seed in
            let with = SessionPlan(seed: seed, profile: .everything, stepCount: 40).steps
            let without = SessionPlan(seed: seed, profile: .everything, stepCount: 40, hasPolls: false).steps
            let polls = with.count { $0 is PersonAsksPoll || $0 is ContactAsksPoll }
            #expect(polls > 0 ? with.count > without.count + polls : with.map(text) == without.map(text))
            return polls
        }
        #expect((50...85).contains(counts.count { $0 > 0 }))
    }

    private func text(_ step: any Step) -> String { "\(step)" }

    private func isPaired(_ step: any Step) -> Bool {
        switch step {
        case is PersonEditsAgain, is PersonReactsAgain, is PersonMovesInHaste, is PersonForgets: true
        case let mood as ServerHasMood: [.refusedMessage, .longWait, .duplicateMessage, .lostFile].contains(mood.mood)
        default: false
        }
    }
}
