import ChatTypes
import DriverKit
import SimulatedServer
import Transport

extension Scenario {
    /// Scenarios with a whole conversation on imperfect networks.
    static let weatherScenarios: [Scenario] = [
        Scenario("A conversation on the move ends as the server has it", features: [4, 5, 7, 9], in: .weather(.mobile))
        {
            try await $0.converse()
        },
        Scenario("A conversation in a storm ends as the server has it", features: [4, 5, 7, 9], in: .weather(.storm)) {
            try await $0.converse()
        },
    ]
}

extension Setting {
    fileprivate static func weather(_ conditions: NetworkConditions) -> Setting {
        Setting(conditions: conditions, restarts: true)
    }
}

extension Stage {
    /// Exchanges messages and leaves and opens the chat, then restores the network.
    fileprivate func converse() async throws {
        try start()
        try await open("John")
        for number in 1...4 {
            try await say("Mine \(number)")
            try await server.contactWrites("Theirs \(number)", in: Stage.john)
            try await wait(.seconds(8))
        }
        try await goBack()
        try await server.contactWrites("Where have you gone?", in: Stage.john)
        await quit()
        try await server.contactWrites("Come back", in: Stage.john)
        try start()
        try await open("John")
        try await server.contactReads(in: Stage.john)
        try await wait(.seconds(10))
        network.conditions = .perfect
        try await seeChat("everything sent") { chat in
            chat.rows.filter(\.isMine).count == 4
                && chat.rows.allSatisfy { !$0.isMine || [.sent, .read].contains($0.delivery) }
        }
        try await seeWholeLog(of: Stage.john)
        try await server.contactReads(in: Stage.john)
        try await seeChat("everything read") { $0.rows.allSatisfy { !$0.isMine || $0.delivery == .read } }
        try await seeReport(in: Stage.john)
        try await see("an empty badge, and nothing announced twice") { screen in
            screen.badge == 0 && Set(screen.notifications).count == screen.notifications.count
        }
    }
}
