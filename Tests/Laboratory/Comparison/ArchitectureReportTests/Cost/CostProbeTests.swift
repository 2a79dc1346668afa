import ArchitectureVersions
import BehaviourSuite
import Testing

@testable import ArchitectureReport

/// Runs all architectures on small histories; checks counts, not times.
@Suite struct CostProbeTests {
    @Test(arguments: Architecture.all.map(\.name), [StrategyChoice.all, .none])
    func `CostProbe counts rows and statements for each message`(name: String, choice: StrategyChoice) throws {
        let version = try #require(Architecture.all.first { $0.name == name })
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

    @Test func `the spread excludes a tenth at each end`() {
        let spread = Cost.Spread(seconds: (0...10).reversed().map { Double($0) / 1_000_000 })
        #expect(spread == Cost.Spread(median: 5, low: 1, high: 9, messages: 11))
    }
}
