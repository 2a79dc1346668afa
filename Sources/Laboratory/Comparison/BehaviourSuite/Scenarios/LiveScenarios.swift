import ChatTypes
import DriverKit
import SimulatedServer
import Transport

extension Scenario {
    static let liveScenarios: [Scenario] = [
        .fromJohnsChat("A message for the open chat is shown at once, and not announced", features: [4, 6, 7]) {
            stage in
            try await stage.seeSocket()
            try await stage.server.contactWrites("Nice weather", in: Stage.john)
            try await stage.see("the message in the chat", within: .seconds(20)) { screen in
                screen.chat?.row(saying: "Nice weather")?.delivery == .received
            }
            try await stage.keepSeeing("no notification") { $0.notifications.isEmpty }
        },
        .fromList("Entering a chat opens its socket, and leaving it closes it", features: [4]) { stage in
            try await stage.seePushConnection()
            try await stage.open("John")
            try await stage.seeSocket()
            try await stage.goBack()
            try await stage.seePushConnection()
        },
        .fromList("A live message for a chat not on screen is announced once", features: [6]) { stage in
            try await stage.seePushConnection()
            try await stage.server.contactWrites("Hear, hear", in: Stage.john)
            let announced = [Screen.Notification(title: "John", text: "Hear, hear")]
            try await stage.see("the notification") { $0.notifications == announced }
            try await stage.open("John")
            try await stage.goBack()
            try await stage.keepSeeing("one notification", for: .seconds(90)) { $0.notifications == announced }
        },
        .fromList("A backlog raises the badge and is not announced", features: [6, 10], in: .restarting) { stage in
            await stage.quit()
            for number in 1...3 { try await stage.server.contactWrites("Missed \(number)", in: Stage.john) }
            try stage.start()
            try await stage.see("four on the badge") { $0.badge == 4 && $0.list?.row("John")?.unreadCount == 4 }
            try await stage.keepSeeing("no notification", for: .seconds(90)) { $0.notifications.isEmpty }
        },
    ]
}

extension Stage {
    /// Waits until the server has the open chat's socket in addition to the push connection.
    func seeSocket() async throws {
        try await see("a push connection and a socket") { _ in await server.connectionCount == 2 }
    }
}
