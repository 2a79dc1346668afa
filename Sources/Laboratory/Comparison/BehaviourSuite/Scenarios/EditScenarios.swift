import ChatStore
import ChatTypes
import DriverKit
import RuntimeKit
import SimulatedServer
import Transport

extension Scenario {
    /// Scenarios with edited messages.
    static let editScenarios: [Scenario] = [
        .fromJohnsChat("A message that was changed has its new text everywhere, and says so", features: [30]) { stage in
            try await stage.say("umbrela")
            let chat = try await stage.seeChat("it sent") { $0.delivery(of: "umbrela") == .sent }
            guard let row = chat?.row(saying: "umbrela") else { return }
            try await stage.check("nothing said of a change", !row.isEdited)
            await stage.perform(.edit(row: row.id, to: "umbrella"))
            try await stage.seeChat("it changed in its place") { chat in
                chat.rows.count == 2 && chat.rows.last?.id == row.id && chat.rows.last?.text == "umbrella"
                    && chat.rows.last?.isEdited == true
            }
            try await stage.see("it changed on the server") { _ in
                await stage.server.log(of: Stage.john).last?.text == "umbrella"
            }
            try await stage.goBack()
            try await stage.seeList("it in the list") { $0.row("John")?.preview == "umbrella" }
            await stage.perform(.search("umbrela"))
            try await stage.seeList("nothing found") { $0.rows.isEmpty && $0.searchText == "umbrela" }
            await stage.perform(.search("umbrella"))
            try await stage.seeList("it found") { $0.rows.map(\.preview) == ["umbrella"] }
        },
        .fromList("What the contact changes is changed in its place, and is no news", features: [30]) { stage in
            try await stage.seePushConnection()
            let news = try await stage.server.contactWrites("At six", in: Stage.john)
            try await stage.see("it announced") { $0.notifications.map(\.text) == ["At six"] && $0.badge == 2 }
            try await stage.server.contactEdits(news.id, to: "At seven", in: Stage.john)
            try await stage.seeList("the change in the list") { $0.row("John")?.preview == "At seven" }
            try await stage.keepSeeing("no more to be read, and nothing announced") { screen in
                screen.badge == 2 && screen.notifications.count == 1
            }
            try await stage.open("John")
            try await stage.seeChat("the change in the chat") { chat in
                chat.rows.count == 2 && chat.row(saying: "At seven")?.isEdited == true
            }
            try await stage.seeSocket()
            try await stage.server.contactEdits(news.id, to: "At eight", in: Stage.john)
            try await stage.seeChat("the next change") { chat in
                chat.rows.count == 2 && chat.row(saying: "At eight")?.isEdited == true
            }
        },
        .fromJohnsChat(
            "What is changed while the server is away gets there, though the app is quit",
            features: [30],
            in: .restarting
        ) { stage in
            try await stage.say("Good mornin")
            try await stage.seeChat("it sent") { $0.delivery(of: "Good mornin") == .sent }
            stage.cutNetwork()
            try await stage.say("Helo")
            let chat = try await stage.seeChat("another waiting") { $0.delivery(of: "Helo") == .sending }
            guard let sent = chat?.row(saying: "Good mornin"), let waiting = chat?.row(saying: "Helo") else { return }
            await stage.perform(.edit(row: sent.id, to: "Good morning"))
            await stage.perform(.edit(row: waiting.id, to: "Hello"))
            try await stage.seeChat("both changed") { chat in
                chat.row(saying: "Good morning") != nil && chat.delivery(of: "Hello") == .sending
            }
            await stage.quit()
            stage.mendNetwork()
            try stage.start()
            try await stage.open("John")
            try await stage.seeChat("both as they were changed") { chat in
                chat.delivery(of: "Good morning") == .sent && chat.delivery(of: "Hello") == .sent
            }
            try await stage.see("both on the server, each once") { _ in
                let log = await stage.server.log(of: Stage.john)
                return log.filter { $0.author == .me }.map(\.text) == ["Good morning", "Hello"]
            }
        },
        Scenario("A change that the server refuses is told, and the text stays", features: [30], in: .restarting) {
            stage in
            // The phone has a chat that the server does not know.
            let (ben, time) = (Contact(id: ContactID("ben"), name: "Ben"), stage.phone.environment.now())
            let message = Message(
                id: MessageID("mine"),
                author: .me,
                text: "At six",
                sentAt: time,
                position: Position(1),
                predecessor: nil
            )
            let update = ChatUpdate(
                chat: ChatHeader(id: Stage.ben, contact: ben, createdAt: time),
                messages: [message]
            )
            _ = try ChatDatabase(stage.phone.disk).write { try $0.apply(update, announcing: false) }
            try await stage.startInList()
            try await stage.open("Ben")
            let chat = try await stage.seeChat("the message") { $0.delivery(of: "At six") == .sent }
            guard let row = chat?.row(saying: "At six") else { return }
            await stage.perform(.edit(row: row.id, to: "At seven"))
            try await stage.seeChat("why it is not changed") { chat in
                let row = chat.row(saying: "At six")
                return row?.editFailure != nil && row?.isEdited == false && row?.delivery == .sent
            }
        },
        .fromJohnsChat("A text with nothing in it changes no message, and the person is told", features: [16, 30]) {
            stage in
            try await stage.say("Good morning")
            let chat = try await stage.seeChat("it sent") { $0.delivery(of: "Good morning") == .sent }
            guard let row = chat?.row(saying: "Good morning") else { return }
            await stage.perform(.edit(row: row.id, to: "  \n"))
            try await stage.seeChat("a reason") { $0.problem != nil && $0.row(saying: "Good morning") != nil }
            try await stage.wait(.seconds(5))
            try await stage.check(
                "the message on the server is as it was",
                await stage.server.log(of: Stage.john).last?.text == "Good morning"
            )
        },
    ]
}
