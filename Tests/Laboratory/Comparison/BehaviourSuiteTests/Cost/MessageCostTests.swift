import ArchitectureVersions
import BehaviourSuite
import PhoneKit
import SimulationKit
import Testing

/// Checks the counters of drawing and storage costs.
@Suite struct MessageCostTests {
    private func drawing(by name: String, amongChats count: Int, _ strategy: Strategy) throws -> DrawingCost {
        let architecture = try #require(Architecture.all.first { $0.name == name })
        // Times are measured by benchmarks.
        return try architecture.costOfMessages(2, amongChats: count, strategy: strategy, measuredOn: VirtualClock())
            .drawing
    }

    private func storage(by name: String, amongChats count: Int, _ strategy: Strategy) throws -> StorageCost {
        let architecture = try #require(Architecture.all.first { $0.name == name })
        return try architecture.costOfMessages(2, amongChats: count, strategy: strategy, measuredOn: VirtualClock())
            .storage
    }

    @Test(arguments: Architecture.all.map(\.name), [3, 40])
    func `every architecture creates one cell per message with kept cells`(name: String, count: Int) throws {
        let drawing = try drawing(by: name, amongChats: count, Strategy())
        #expect(drawing == DrawingCost(viewUpdates: 2, cellsMade: 2))
    }

    @Test(arguments: Architecture.all.map(\.name), [3, 40])
    func `every architecture recreates visible cells without kept cells`(name: String, count: Int) throws {
        var strategy = Strategy()
        strategy.keepsCells = false
        let drawing = try drawing(by: name, amongChats: count, strategy)
        #expect(drawing == DrawingCost(viewUpdates: 2, cellsMade: 2 * count))
    }

    @Test(arguments: Architecture.all.map(\.name))
    func `storage cost is the same for 60 and 120 chats with every strategy on`(name: String) throws {
        let few = try storage(by: name, amongChats: 60, Strategy())
        #expect(try storage(by: name, amongChats: 120, Strategy()) == few)
    }

    @Test(arguments: Architecture.all.map(\.name))
    func `every architecture reads each chat for each message without windows`(
        name: String
    ) throws {
        var strategy = Strategy()
        strategy.windowsRows = false
        let few = try storage(by: name, amongChats: 60, strategy)
        let many = try storage(by: name, amongChats: 120, strategy)
        #expect(many.statements == few.statements)
        #expect(many.rowsRead - few.rowsRead == 2 * 60)
    }

    @Test(arguments: Architecture.all.map(\.name))
    func `every architecture reads each chat to count unread messages without kept counts`(name: String) throws {
        var strategy = Strategy()
        strategy.keepsCounts = false
        let few = try storage(by: name, amongChats: 60, strategy)
        let many = try storage(by: name, amongChats: 120, strategy)
        #expect(many.statements == few.statements)
        #expect(many.rowsRead - few.rowsRead == 2 * 60)
    }

    @Test func `costOfMessages throws for an architecture that loses messages`() throws {
        let silent = PlantedBug(
            name: "Silent",
            scenarios: [],
            screen: { screen in
                var screen = screen
                screen.notifications = []
                return screen
            }
        )
        let architecture = silent.architecture(of: try #require(Architecture.all.first))
        #expect(throws: (any Error).self) {
            try architecture.costOfMessages(1, amongChats: 3, measuredOn: VirtualClock())
        }
    }
}
