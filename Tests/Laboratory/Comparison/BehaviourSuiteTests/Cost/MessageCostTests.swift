import ArchitectureVersions
import BehaviourSuite
import PhoneKit
import SimulationKit
import Testing

/// That the counters count, and what they count.
@Suite struct MessageCostTests {
    private func drawing(by name: String, amongChats count: Int, _ strategy: Strategy) throws -> DrawingCost {
        let version = try #require(Version.all.first { $0.name == name })
        // How long it takes is for a benchmark to say.
        return try version.costOfMessages(2, amongChats: count, strategy: strategy, measuredOn: VirtualClock()).drawing
    }

    private func storage(by name: String, amongChats count: Int, _ strategy: Strategy) throws -> StorageCost {
        let version = try #require(Version.all.first { $0.name == name })
        return try version.costOfMessages(2, amongChats: count, strategy: strategy, measuredOn: VirtualClock()).storage
    }

    @Test(arguments: Version.all.map(\.name), [3, 40])
    func `every version makes one cell anew for a message, when cells are kept`(name: String, count: Int) throws {
        let drawing = try drawing(by: name, amongChats: count, Strategy())
        #expect(drawing == DrawingCost(viewUpdates: 2, cellsMade: 2))
    }

    @Test(arguments: Version.all.map(\.name), [3, 40])
    func `every version makes every visible cell anew, when none are kept`(name: String, count: Int) throws {
        var strategy = Strategy()
        strategy.keepsCells = false
        let drawing = try drawing(by: name, amongChats: count, strategy)
        #expect(drawing == DrawingCost(viewUpdates: 2, cellsMade: 2 * count))
    }

    @Test(arguments: Version.all.map(\.name))
    func `with every strategy on, no version asks or reads more of 120 chats than of 60`(name: String) throws {
        let few = try storage(by: name, amongChats: 60, Strategy())
        #expect(try storage(by: name, amongChats: 120, Strategy()) == few)
    }

    @Test(arguments: Version.all.map(\.name))
    func `without windows every version reads each further chat for each message, in as many statements`(
        name: String
    ) throws {
        var strategy = Strategy()
        strategy.windowsRows = false
        let few = try storage(by: name, amongChats: 60, strategy)
        let many = try storage(by: name, amongChats: 120, strategy)
        #expect(many.statements == few.statements)
        #expect(many.rowsRead - few.rowsRead == 2 * 60)
    }

    @Test(arguments: Version.all.map(\.name))
    func `where the unread are added up, every version reads each chat for it`(name: String) throws {
        var strategy = Strategy()
        strategy.keepsCounts = false
        let few = try storage(by: name, amongChats: 60, strategy)
        let many = try storage(by: name, amongChats: 120, strategy)
        #expect(many.statements == few.statements)
        #expect(many.rowsRead - few.rowsRead == 2 * 60)
    }

    @Test func `a version that loses messages has no cost`() throws {
        let silent = Lie(
            name: "Silent",
            scenarios: [],
            screen: { screen in
                var screen = screen
                screen.notifications = []
                return screen
            }
        )
        let version = silent.version(of: try #require(Version.all.first))
        #expect(throws: (any Error).self) {
            try version.costOfMessages(1, amongChats: 3, measuredOn: VirtualClock())
        }
    }
}
