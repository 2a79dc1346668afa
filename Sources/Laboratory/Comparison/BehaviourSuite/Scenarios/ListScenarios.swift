import DriverKit
import SimulatedServer
import Transport

extension Scenario {
    static let listScenarios: [Scenario] = [
        .fromList("The stored chats are shown before any network answers", features: [1], in: .restarting) { stage in
            await stage.quit()
            stage.cutNetwork()
            try stage.start()
            try await stage.seeList("John's stored message") { $0.row("John")?.preview == "Hi, you're here too?" }
        },
        .fromList("A failed sync keeps the list, says so, and is tried again", features: [2], in: .restarting) {
            stage in
            await stage.quit()
            stage.cutNetwork()
            try stage.start()
            try await stage.seeList("the list, and that the server is away") { list in
                list.row("John") != nil && list.status?.hasPrefix("Offline") == true
            }
            try await stage.elsewhere.createChatWithBen()
            stage.mendNetwork()
            try await stage.seeList("the list with Ben, up to date") { $0.row("Ben") != nil && $0.status == nil }
        },
        Scenario("Chats that were made elsewhere are merged into the list", features: [2]) { stage in
            try await stage.elsewhere.createChatWithBen()
            try await stage.startInList()
            try await stage.seeList("both chats, each once") { list in
                list.rows.map(\.title).sorted() == ["Ben", "John"]
            }
        },
        .fromList("A message for a chat that is not open comes by push", features: [3, 10]) { stage in
            try await stage.seePushConnection()
            try await stage.server.contactWrites("Are you there?", in: Stage.john)
            try await stage.see("the message in John's row, and two unread", within: .seconds(20)) { screen in
                screen.list?.row("John")?.preview == "Are you there?"
                    && screen.list?.row("John")?.unreadCount == 2 && screen.badge == 2
            }
        },
        Scenario("The chat in which something happened last comes first", features: [2, 3]) { stage in
            try await stage.elsewhere.createChatWithBen()
            try await stage.startInList()
            try await stage.seeList("Ben's new chat first") { $0.rows.map(\.title) == ["Ben", "John"] }
            try await stage.wait(.seconds(1))
            try await stage.server.contactWrites("Me first", in: Stage.john)
            try await stage.seeList("John first") { $0.rows.map(\.title) == ["John", "Ben"] }
        },
        Scenario("The badge is the sum of what the rows say is unread", features: [10]) { stage in
            try await stage.elsewhere.createChatWithBen()
            try await stage.startInList()
            for number in 1...3 { try await stage.server.contactWrites("Number \(number)", in: Stage.ben) }
            try await stage.see("three for Ben, one for John, and four on the badge") { screen in
                screen.list?.row("Ben")?.unreadCount == 3 && screen.list?.row("John")?.unreadCount == 1
                    && screen.badge == 4
            }
            try await stage.open("Ben")
            try await stage.see("one on the badge") { $0.badge == 1 }
            try await stage.goBack()
            try await stage.see("nothing unread for Ben") { screen in
                screen.list?.row("Ben")?.unreadCount == 0 && screen.list?.row("John")?.unreadCount == 1
            }
        },
    ]
}

extension SimulatedConnection {
    func createChatWithBen() async throws {
        _ = try await createChat(with: "Ben")
    }
}

extension Stage {
    /// Waits until the app's push connection reaches the server, so that later updates are live.
    func seePushConnection() async throws {
        try await see("a push connection") { _ in await server.connectionCount == 1 }
    }
}
