import ArchitectureVersions
import BehaviourSuite
import Testing

@testable import ArchitectureReport

/// Runs all architectures on small histories; checks counts, not times.
@Suite struct CostProbeTests {
    private func cost(by name: String, amongChats count: Int, _ choice: StrategyChoice) throws -> Cost.Point {
        let version = try #require(Architecture.all.first { $0.name == name })
        let place = try Workplace()
        let path = place.path(of: "history")
        try History(chatCount: count).write(to: path)
        return try CostProbe.measure(version, choice, chatCount: count, history: path, messageCounts: 2...2)
    }

    @Test(arguments: Architecture.all.map(\.name), [3, 40])
    func `every architecture creates one cell per message with kept cells`(name: String, count: Int) throws {
        let cost = try cost(by: name, amongChats: count, .all)
        #expect(cost.viewUpdates == 1 && cost.cellsMade == 1)
        #expect(cost.chats == count && cost.time.messages == 2)
        #expect(cost.time.low <= cost.time.median && cost.time.median <= cost.time.high)
    }

    @Test(arguments: Architecture.all.map(\.name), [3, 40])
    func `every architecture recreates visible cells without kept cells`(name: String, count: Int) throws {
        let cost = try cost(by: name, amongChats: count, .newCells)
        #expect(cost.viewUpdates == 1 && cost.cellsMade == Double(count))
    }

    @Test(arguments: Architecture.all.map(\.name))
    func `storage cost is the same for 60 and 120 chats with every strategy on`(name: String) throws {
        let (few, many) = (try cost(by: name, amongChats: 60, .all), try cost(by: name, amongChats: 120, .all))
        #expect(many.statements == few.statements && many.rowsRead == few.rowsRead)
    }

    @Test(arguments: Architecture.all.map(\.name), [StrategyChoice.wholeList, .addedCounts])
    func `every architecture reads each chat for each message without windows or kept counts`(
        name: String,
        choice: StrategyChoice
    ) throws {
        let (few, many) = (try cost(by: name, amongChats: 60, choice), try cost(by: name, amongChats: 120, choice))
        #expect(many.statements == few.statements)
        #expect(many.rowsRead - few.rowsRead == 60)
    }

    @Test func `CostProbe throws if the last message is not in the first row`() throws {
        let first = try #require(Architecture.all.first)
        let place = try Workplace()
        let path = place.path(of: "history")
        try History(chatCount: 40).write(to: path)
        #expect(throws: CostProbe.Failure.self) {
            try CostProbe.measure(first, chatCount: 3, history: path, messageCounts: 1...1)
        }
    }

    @Test func `the spread excludes a tenth at each end`() {
        let spread = Cost.Spread(seconds: (0...10).reversed().map { Double($0) / 1_000_000 })
        #expect(spread == Cost.Spread(median: 5, low: 1, high: 9, messages: 11))
    }
}
