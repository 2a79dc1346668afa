import DriverKit
import SimulatedServer
import Transport

extension Scenario {
    static let searchScenarios: [Scenario] = [
        Scenario("A search finds names whatever the case and the accents", features: [19]) { stage in
            for name in ["Zoë Washburne", "José Álvarez"] { _ = try await stage.elsewhere.createChat(with: name) }
            try await stage.startInList()
            try await stage.seeList("three chats") { $0.rows.count == 3 }
            await stage.perform(.search("zoe"))
            try await stage.seeList("Zoë alone") { $0.rows.map(\.title) == ["Zoë Washburne"] && $0.searchText == "zoe" }
            await stage.perform(.search("ALVAREZ jose"))
            try await stage.seeList("José alone") { $0.rows.map(\.title) == ["José Álvarez"] }
            await stage.perform(.search("nobody"))
            try await stage.seeList("no row") { $0.rows.isEmpty && $0.searchText == "nobody" }
            await stage.perform(.search(""))
            try await stage.seeList("all chats again") { $0.rows.count == 3 && $0.searchText.isEmpty }
        },
        Scenario("A search finds what a message says, and opens its chat", features: [19]) { stage in
            try await stage.elsewhere.createChatWithBen()
            try await stage.server.contactWrites("The CAFÉ is closed", in: Stage.ben)
            try await stage.server.contactWrites("Pity", in: Stage.ben)
            try await stage.startInList()
            try await stage.seeList("both chats") { $0.rows.count == 2 }
            await stage.perform(.search("cafe clo"))
            let list = try await stage.seeList("what was found") { list in
                list.rows.map(\.title) == ["Ben"] && list.rows[0].preview.contains("CAFÉ")
            }
            await stage.perform(.open(row: list.rows[0].id))
            try await stage.seeChat("Ben's chat") { $0.title == "Ben" }
        },
        Scenario("What was searched for is still there after a visit to a chat", features: [19]) { stage in
            try await stage.elsewhere.createChatWithBen()
            try await stage.startInList()
            try await stage.seeList("both chats") { $0.rows.count == 2 }
            await stage.perform(.search("be"))
            try await stage.seeList("Ben alone") { $0.rows.map(\.title) == ["Ben"] }
            try await stage.open("Ben")
            try await stage.goBack()
            try await stage.seeList("Ben alone again") { $0.rows.map(\.title) == ["Ben"] && $0.searchText == "be" }
        },
        Scenario("More finds than a screen holds are all within reach", features: [19], in: .restarting) { stage in
            try stage.registerChats(120)
            try await stage.startInList()
            try await stage.server.contactWrites("Me first", in: Stage.john)
            try await stage.seeList("John first") { $0.rows.first?.title == "John" }
            await stage.perform(.search("number"))
            try await stage.seeList("finds alone") { $0.row("John") == nil && $0.rows.count >= 50 }
            for _ in 1...3 {
                guard let list = await stage.screen.list, list.hasMore else { break }
                await stage.perform(.showMore)
                try await stage.seeList("more finds") { $0.rows.count > list.rows.count }
            }
            try await stage.seeList("every find once") { list in
                !list.hasMore && list.rows.count == 120 && list.rows.allSatisfy { $0.title.hasPrefix("Number") }
                    && list.searchText == "number"
            }
        },
        .fromList("What is found keeps up with what comes in", features: [19]) { stage in
            await stage.perform(.search("umbrella"))
            try await stage.seeList("nothing yet") { $0.rows.isEmpty && $0.searchText == "umbrella" }
            try await stage.server.contactWrites("You forgot your umbrella", in: Stage.john)
            try await stage.seeList("the message") { $0.rows.first?.preview.contains("umbrella") == true }
        },
    ]
}
