import ChatTypes
import DriverKit
import SimulatedServer
import Transport

extension Scenario {
    /// Scenarios with read markers.
    static let readingScenarios: [Scenario] = [
        .fromList("A message on screen is reported as read", features: [8, 10]) { stage in
            try await stage.see("one on the badge") { $0.badge == 1 }
            try await stage.open("John")
            try await stage.seeReport(in: Stage.john)
            for number in 1...5 { try await stage.server.contactWrites("Number \(number)", in: Stage.john) }
            try await stage.seeReport(in: Stage.john)
            try await stage.see("an empty badge") { $0.badge == 0 && $0.chat?.rows.count == 6 }
            try await stage.goBack()
            try await stage.seeList("nothing unread") { $0.row("John")?.unreadCount == 0 }
        },
        .fromJohnsChat("While nobody looks, nothing counts as read", features: [8]) { stage in
            try await stage.seeReport(in: Stage.john)
            await stage.setFocus(false)
            let news = try await stage.server.contactWrites("Are you asleep?", in: Stage.john)
            try await stage.see("the message, unread") { screen in
                screen.chat?.row(saying: "Are you asleep?") != nil && screen.badge == 1
            }
            try await stage.keepSeeing("it unread", for: .seconds(60)) { screen in
                await stage.server.newestRead(by: .me, in: Stage.john) != news.id && screen.badge == 1
            }
            await stage.setFocus(true)
            try await stage.seeReport(in: Stage.john)
            try await stage.see("an empty badge") { $0.badge == 0 }
        },
        .fromList("What was read elsewhere is read here", features: [9, 10]) { stage in
            let news = try await stage.server.contactWrites("Anybody?", in: Stage.john)
            try await stage.see("two on the badge") { $0.badge == 2 }
            try await stage.elsewhere.markRead(Stage.john, upTo: news.id)
            try await stage.see("nothing unread") { $0.badge == 0 && $0.list?.row("John")?.unreadCount == 0 }
        },
        .fromList("A receipt that could not be sent is sent later", features: [8], in: .restarting) { stage in
            stage.cutNetwork()
            try await stage.open("John")
            try await stage.see("an empty badge") { $0.badge == 0 }
            await stage.quit()
            stage.mendNetwork()
            try stage.start()
            try await stage.seeReport(in: Stage.john)
        },
    ]
}

extension Stage {
    /// Waits until the server knows that the user has read all messages of the contact.
    func seeReport(in chat: ChatID) async throws {
        try await see("a report that all is read") { _ in
            let newest = await server.log(of: chat).last { $0.author == .contact }
            return await server.newestRead(by: .me, in: chat) == newest?.id
        }
    }
}
