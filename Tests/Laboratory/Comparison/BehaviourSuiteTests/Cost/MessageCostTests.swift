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

    @Test(arguments: Version.all.map(\.name), [3, 40])
    func `every version makes one row anew for a message, when cells are kept`(name: String, count: Int) throws {
        let drawing = try drawing(by: name, amongChats: count, Strategy())
        #expect(drawing == DrawingCost(viewUpdates: 2, rowsBuilt: 2))
    }

    @Test(arguments: Version.all.map(\.name), [3, 40])
    func `every version makes every visible row anew, when none are kept`(name: String, count: Int) throws {
        var strategy = Strategy()
        strategy.keepsCells = false
        let drawing = try drawing(by: name, amongChats: count, strategy)
        #expect(drawing == DrawingCost(viewUpdates: 2, rowsBuilt: 2 * count))
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
