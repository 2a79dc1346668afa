import ArchitectureVersions
import BehaviourSuite
import SimulationKit
import Testing

/// That the counters count, and what they count.
@Suite struct MessageCostTests {
    private func drawing(by name: String, forMessages count: Int, amongChats chatCount: Int) throws -> DrawingCost {
        let version = try #require(Version.all.first { $0.name == name })
        // How long it takes is for a benchmark to say.
        return try version.costOfMessages(count, amongChats: chatCount, measuredOn: VirtualClock()).drawing
    }

    @Test(arguments: [3, 40]) func `classic MVC makes every row anew for a message`(chatCount: Int) throws {
        let drawing = try drawing(by: "Classic MVC", forMessages: 2, amongChats: chatCount)
        #expect(drawing == DrawingCost(viewUpdates: 2, rowsBuilt: 2 * chatCount))
    }

    @Test(arguments: [3, 40]) func `VIPER makes one row anew for a message`(chatCount: Int) throws {
        let drawing = try drawing(by: "VIPER", forMessages: 2, amongChats: chatCount)
        #expect(drawing == DrawingCost(viewUpdates: 2, rowsBuilt: 2))
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
