import ChatTypes
import DriverKit
import SimulatedServer
import Transport

extension Scenario {
    /// Scenarios with contacts that read and answer.
    static let contactScenarios: [Scenario] = [
        .fromJohnsChat("A contact reads our message, and answers a few times", features: [9, 12], in: .withContacts) {
            stage in
            try await stage.say("How do you do?")
            try await stage.seeChat("it read") { $0.delivery(of: "How do you do?") == .read }
            try await stage.seeChat("an answer") { $0.rows.last?.isMine == false }
            try await stage.wait(.seconds(60))
            try await stage.seeWholeLog(of: Stage.john)
            let answers = await stage.server.log(of: Stage.john).count - 2
            try await stage.check("one to five answers", (1...5).contains(answers))
            try await stage.keepSeeing("no more answers") { $0.chat?.rows.count == answers + 2 }
        },
        .fromJohnsChat(
            "A contact answers by push when the chat has been left",
            features: [3, 6, 12],
            in: .withContacts
        ) {
            stage in
            try await stage.say("I must go")
            try await stage.seeChat("it sent or read") { [.sent, .read].contains($0.delivery(of: "I must go")) }
            try await stage.goBack()
            try await stage.see("the answers announced", within: .seconds(300)) { !$0.notifications.isEmpty }
            try await stage.seeList("an answer unread") { ($0.row("John")?.unreadCount ?? 0) > 0 }
        },
        .fromList("A goodbye comes by push when the app is left", features: [3, 12], in: .withContacts) { stage in
            try await stage.talkToJohn()
            let before = await stage.screen.notifications.count
            await stage.setFocus(false)
            try await stage.see("one more notification") { $0.notifications.count == before + 1 }
            let goodbye = await stage.server.log(of: Stage.john).last
            try await stage.check("the goodbye announced", await stage.screen.notifications.last?.text == goodbye?.text)
        },
        .fromList("A goodbye to an app that was quit is found at the next start", features: [2, 12], in: .withContacts)
        {
            stage in
            try await stage.talkToJohn()
            let before = await stage.server.log(of: Stage.john).count
            await stage.quit()
            try await stage.wait(.seconds(60))
            let log = await stage.server.log(of: Stage.john)
            try await stage.check("a goodbye on the server", log.count == before + 1)
            try await stage.startInList()
            try await stage.see("the goodbye in John's row, not announced") { screen in
                screen.list?.row("John")?.preview == log.last?.text && screen.notifications.isEmpty
            }
        },
    ]
}

extension Setting {
    fileprivate static let withContacts = Setting(
        contactsLive: true,
        restarts: true,
        isPunctual: true
    )
}

extension Stage {
    /// Writes to John, waits for his answers in the open chat, and returns to the list.
    fileprivate func talkToJohn() async throws {
        try await open("John")
        try await say("Talk to me")
        try await seeChat("an answer") { $0.rows.count > 2 }
        try await wait(.seconds(60))
        try await seeWholeLog(of: Stage.john)
        try await goBack()
    }
}
