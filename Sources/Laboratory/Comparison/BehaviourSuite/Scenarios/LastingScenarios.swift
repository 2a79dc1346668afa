import ChatStore
import ChatTypes
import DriverKit
import RuntimeKit
import SimulatedServer
import Transport

extension Scenario {
    /// Scenarios with data that must survive.
    static let lastingScenarios: [Scenario] = [
        .fromJohnsChat("A message that waits is sent after a restart", features: [5, 11], in: .restarting) { stage in
            stage.cutNetwork()
            try await stage.say("Wait for me")
            try await stage.seeChat("it on its way") { $0.delivery(of: "Wait for me") == .sending }
            await stage.quit()
            stage.mendNetwork()
            try stage.start()
            try await stage.open("John")
            try await stage.seeChat("it sent") { $0.delivery(of: "Wait for me") == .sent }
            try await stage.seeWholeLog(of: Stage.john)
        },
        .fromList("An announced message is on disk already", features: [6, 11], in: .restarting) { stage in
            try await stage.seePushConnection()
            try await stage.server.contactWrites("Remember this", in: Stage.john)
            try await stage.see("the notification") { $0.notifications.count == 1 }
            await stage.quit()
            stage.cutNetwork()
            try stage.start()
            try await stage.see("the message, unread, and not announced again") { screen in
                screen.list?.row("John")?.preview == "Remember this" && screen.badge == 2
                    && screen.notifications.isEmpty
            }
        },
        .fromJohnsChat("What was typed and not sent is kept", features: [11], in: .restarting) { stage in
            await stage.perform(.type("Half a thou"))
            try await stage.seeChat("it in the field") { $0.field == "Half a thou" }
            try await stage.goBack()
            try await stage.open("John")
            try await stage.seeChat("it still in the field") { $0.field == "Half a thou" }
            await stage.quit()
            try await stage.startInList()
            try await stage.open("John")
            try await stage.seeChat("it in the field after a restart") { $0.field == "Half a thou" }
        },
        .fromJohnsChat("What is typed at once in a chat stays, whatever was typed before", features: [11]) { stage in
            await stage.perform(.type("Half a thou"))
            try await stage.seeChat("it in the field") { $0.field == "Half a thou" }
            try await stage.goBack()
            let row = try await stage.seeList("John") { $0.row("John") != nil }.row("John")
            await stage.perform(.open(row: row?.id ?? ""))
            try await stage.see("the chat's screen, drawn or not") { $0.depth == 2 }
            await stage.perform(.type("A whole one"))
            try await stage.seeChat("it in the field") { $0.field == "A whole one" }
            try await stage.keepSeeing("it in the field", for: .seconds(5)) { $0.chat?.field == "A whole one" }
        },
        .fromJohnsChat(
            "All that was sent before the app quits is sent, though at the last moment",
            features: [5, 11],
            in: .restarting
        ) {
            stage in
            for text in ["One", "Two", "Three"] {
                await stage.perform(.type(text))
                await stage.perform(.send)
            }
            await stage.quit()
            try await stage.startInList()
            try await stage.open("John")
            try await stage.seeChat("all three sent") { chat in
                ["One", "Two", "Three"].allSatisfy { chat.delivery(of: $0) == .sent }
            }
        },
        Scenario("A refused message is shown as failed, and sent when that is asked", features: [5], in: .restarting) {
            stage in
            // The phone has a chat that the server does not know yet.
            let ben = Contact(id: ContactID("ben"), name: "Ben")
            let header = ChatHeader(id: Stage.ben, contact: ben, createdAt: stage.phone.environment.now())
            try ChatDatabase(stage.phone.disk).write { try $0.register(header) }
            try await stage.startInList()
            try await stage.open("Ben")
            try await stage.say("Can you hear me?")
            let failed = try await stage.seeChat("it failed") { $0.delivery(of: "Can you hear me?")?.isFailure == true }
            try await stage.elsewhere.createChatWithBen()
            guard let row = failed?.row(saying: "Can you hear me?") else { return }
            await stage.perform(.resend(row: row.id))
            try await stage.seeChat("it sent") { $0.delivery(of: "Can you hear me?") == .sent }
            try await stage.seeWholeLog(of: Stage.ben)
        },
        Scenario("More chats than a screen holds are all within reach", features: [1], in: .restarting) { stage in
            try stage.registerChats(120)
            try await stage.startInList()
            for _ in 1...3 {
                let list = try await stage.seeList("rows") { !$0.rows.isEmpty }
                guard list.hasMore else { break }
                await stage.perform(.showMore)
                try await stage.seeList("more rows") { $0.rows.count > list.rows.count }
            }
            try await stage.seeList("every chat once") { list in
                !list.hasMore && list.rows.count == 121 && Set(list.rows.map(\.title)).count == 121
            }
        },
    ]
}

extension Stage {
    /// Adds chats to the phone's history that the server does not know.
    func registerChats(_ count: Int) throws {
        let time = phone.environment.now()
        try ChatDatabase(phone.disk).write { writer in
            for number in 1...count {
                let contact = Contact(id: ContactID("number-\(number)"), name: "Number \(number)")
                try writer.register(ChatHeader(id: ChatID("chat-\(number)"), contact: contact, createdAt: time))
            }
        }
    }
}
