import ArchitectureVersions
import BehaviourSuite
import Testing

@testable import ArchitectureReport

/// Real versions on small histories: what is counted, not how long it takes.
@Suite struct CostProbeTests {
    @Test(arguments: Version.all.map(\.name), [StrategyChoice.all, .none])
    func `rows and statements are counted for each message`(name: String, choice: StrategyChoice) throws {
        let version = try #require(Version.all.first { $0.name == name })
        let place = try Workplace()
        let path = place.path(of: "history")
        try History(chatCount: 12).write(to: path)
        let point = try CostProbe.measure(version, choice, chatCount: 12, history: path)
        #expect(point.chats == 12 && point.viewUpdates == 1)
        #expect(point.cellsMade == (choice == .all ? 1 : 12))
        #expect(point.rowsRead >= 12 && point.statements > 0)
        #expect(point.time.low <= point.time.median && point.time.median <= point.time.high)
        #expect(point.time.messages >= 11)
    }

    @Test func `the spread leaves out a tenth at each end`() {
        let spread = Cost.Spread(seconds: (0...10).reversed().map { Double($0) / 1_000_000 })
        #expect(spread == Cost.Spread(median: 5, low: 1, high: 9, messages: 11))
    }

    /// Where the machine counts none, there is no counter, or it says nothing.
    @Test func `instructions are counted upwards, if at all`() {
        guard let counter = InstructionCounter(), let before = counter.count else { return }
        let sum = (0..<1000).reduce(0) { $0 ^ $1 }
        #expect(counter.count.map { $0 > before } == true && sum == 0)
    }
}
