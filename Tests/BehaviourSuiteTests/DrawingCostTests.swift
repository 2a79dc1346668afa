import ArchitectureVersions
import Synchronization
import Testing
import Transport

@testable import BehaviourSuite

/// That the counters count, and what they count.
@Suite struct DrawingCostTests {
    /// What one message for a chat that is not open costs a version with so many chats.
    private func cost(of name: String, chatCount: Int) throws -> DrawingCost {
        let version = try #require(Version.all.first { $0.name == name })
        let cost = Costs()
        let scenario = Scenario("One message comes", features: [3], in: Setting(isPunctual: true)) { stage in
            for number in 1...chatCount {
                let header = try await stage.elsewhere.createChat(with: "Number \(number)")
                if number == chatCount { cost.set(chat: header.id) }
            }
            try await stage.startInList()
            try await stage.wait(.seconds(90))
            let before = await stage.cost
            try await stage.server.contactWrites("Hello", in: try #require(cost.chat))
            try await stage.see("the notification") { $0.notifications.count == 1 && $0.badge == 2 }
            let after = await stage.cost
            cost.set(
                DrawingCost(
                    viewUpdates: after.viewUpdates - before.viewUpdates,
                    rowsBuilt: after.rowsBuilt - before.rowsBuilt
                )
            )
        }
        #expect(version.run(scenario, seed: 2).difference == nil)
        return cost.value
    }

    @Test func `classic MVC makes every row anew for a message`() throws {
        #expect(try cost(of: "Classic MVC", chatCount: 20) == DrawingCost(viewUpdates: 1, rowsBuilt: 21))
    }

    @Test func `VIPER makes one row anew for a message`() throws {
        #expect(try cost(of: "VIPER", chatCount: 20) == DrawingCost(viewUpdates: 1, rowsBuilt: 1))
    }
}

private final class Costs: Sendable {
    private let state = Mutex<(chat: ChatID?, cost: DrawingCost)>((nil, DrawingCost()))

    var chat: ChatID? { state.withLock { $0.chat } }
    var value: DrawingCost { state.withLock { $0.cost } }

    func set(chat: ChatID) { state.withLock { $0.chat = chat } }
    func set(_ cost: DrawingCost) { state.withLock { $0.cost = cost } }
}
