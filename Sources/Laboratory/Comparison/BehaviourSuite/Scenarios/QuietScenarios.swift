import ChatTypes
import DriverKit
import SimulatedServer
import Transport

extension Scenario {
    /// Scenarios with muted chats, typing and deleted messages.
    static let quietScenarios: [Scenario] = [
        .fromJohnsChat("A muted chat is not announced, and no part of the badge", features: [26], in: .restarting) {
            stage in
            try await stage.see("an empty badge") { $0.badge == 0 }
            await stage.perform(.mute(true))
            try await stage.seeChat("a muted chat") { $0.isMuted }
            try await stage.goBack()
            try await stage.seeList("a muted row") { $0.row("John")?.isMuted == true }
            try await stage.seePushConnection()
            try await stage.server.contactWrites("Hear me?", in: Stage.john)
            try await stage.seeList("the message, unread and muted") { list in
                list.row("John").map { $0.preview == "Hear me?" && $0.unreadCount == 1 && $0.isMuted } ?? false
            }
            try await stage.keepSeeing("no notification, and no badge") { $0.notifications.isEmpty && $0.badge == 0 }
            await stage.quit()
            try await stage.startInList()
            try await stage.seeList("it still muted") { $0.row("John")?.isMuted == true }
            try await stage.keepSeeing("no badge") { $0.badge == 0 }
            try await stage.open("John")
            try await stage.seeChat("it muted on its own screen, too") { $0.isMuted }
        },
        .fromJohnsChat("A chat that is heard again is announced again", features: [26]) { stage in
            await stage.perform(.mute(true))
            try await stage.seeChat("a muted chat") { $0.isMuted }
            await stage.perform(.mute(false))
            try await stage.seeChat("a chat that is heard") { !$0.isMuted }
            try await stage.goBack()
            try await stage.seeList("a row that is heard") { $0.row("John")?.isMuted == false }
            try await stage.seePushConnection()
            try await stage.server.contactWrites("Hear me now?", in: Stage.john)
            try await stage.see("the notification, and the badge") { screen in
                screen.notifications.map(\.text) == ["Hear me now?"] && screen.badge == 1
            }
        },
        .fromList("Who types is said to, until they stop or write", features: [27]) { stage in
            try await stage.seePushConnection()
            try await stage.server.contactTypes(in: Stage.john)
            try await stage.seeList("John typing") { $0.row("John")?.typing == "John is typing…" }
            try await stage.seeList("John typing no more") { $0.row("John")?.typing == nil }
            try await stage.open("John")
            try await stage.seeSocket()
            try await stage.server.contactTypes(in: Stage.john)
            try await stage.seeChat("John typing in the chat") { $0.typing == "John is typing…" }
            try await stage.server.contactWrites("There", in: Stage.john)
            try await stage.seeChat("what he has written") { $0.typing == nil && $0.row(saying: "There") != nil }
        },
        .fromJohnsChat("What one types is told, and a draft that is only shown is not", features: [27]) { stage in
            await stage.perform(.type("Half a thou"))
            try await stage.see("that the server knows") { _ in await stage.server.isTyping(in: Stage.john) }
            try await stage.goBack()
            await stage.server.forgetTyping()
            // Long enough that typing would be reported again.
            try await stage.keepSeeing("nothing told", for: .seconds(10)) { _ in
                await !stage.server.isTyping(in: Stage.john)
            }
            try await stage.open("John")
            try await stage.seeChat("the draft") { $0.field == "Half a thou" }
            try await stage.keepSeeing("nothing told, though it is shown") { _ in
                await !stage.server.isTyping(in: Stage.john)
            }
        },
        .fromJohnsChat("A message that was taken back leaves a tombstone everywhere", features: [28]) { stage in
            try await stage.say("umbrella")
            let chat = try await stage.seeChat("it sent") { $0.delivery(of: "umbrella") == .sent }
            guard let row = chat?.row(saying: "umbrella") else { return }
            await stage.perform(.delete(row: row.id))
            try await stage.seeChat("a tombstone") { $0.rows.last?.text == "Message deleted" && $0.rows.count == 2 }
            try await stage.see("one on the server") { _ in
                await stage.server.log(of: Stage.john).last?.isDeleted == true
            }
            try await stage.goBack()
            try await stage.seeList("it in the list") { $0.row("John")?.preview == "Message deleted" }
            await stage.perform(.search("umbrella"))
            try await stage.seeList("nothing found") { $0.rows.isEmpty && $0.searchText == "umbrella" }
        },
        .fromList("What the contact takes back is gone here, and unread no longer", features: [28]) { stage in
            try await stage.seePushConnection()
            let news = try await stage.server.contactWrites("Forget it", in: Stage.john)
            try await stage.see("two on the badge") { $0.badge == 2 }
            try await stage.server.contactRemoves(news.id, in: Stage.john)
            try await stage.see("one on the badge, and a tombstone") { screen in
                screen.badge == 1 && screen.list?.row("John")?.preview == "Message deleted"
                    && screen.list?.row("John")?.unreadCount == 1
            }
        },
        .fromJohnsChat("What is taken back while it waits is never sent", features: [28]) { stage in
            stage.cutNetwork()
            try await stage.say("Never mind")
            let chat = try await stage.seeChat("it waiting") { $0.delivery(of: "Never mind") == .sending }
            guard let row = chat?.row(saying: "Never mind") else { return }
            await stage.perform(.delete(row: row.id))
            try await stage.seeChat("it gone") { $0.row(saying: "Never mind") == nil }
            stage.mendNetwork()
            try await stage.keepSeeing("nothing on the server", for: .seconds(90)) { _ in
                await stage.server.log(of: Stage.john).allSatisfy { $0.author == .contact || $0.isDeleted }
            }
        },
    ]
}
