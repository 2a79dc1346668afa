import Transport

extension Scenario {
    /// Scenarios with the second design of a row in the chat list, which the user chooses by a switch.
    static let compactScenarios = [
        Scenario("Compact rows show each chat on one line, and full rows return", features: []) { stage in
            try await stage.elsewhere.createChatWithBen()
            try await stage.startInList()
            try await stage.seePictures()
            await stage.perform(.compact(true))
            try await stage.seeList("two lines, and no pictures") { list in
                Set(list.rows.map(\.line)) == ["John: Hi, you're here too?", "Ben"]
                    && list.rows.allSatisfy { !$0.hasPicture }
            }
            await stage.perform(.compact(false))
            try await stage.seeList("full rows") { list in
                list.row("John")?.preview == "Hi, you're here too?" && list.rows.allSatisfy { $0.line == nil }
            }
            try await stage.seePictures()
        },
        Scenario("A compact row follows its chat, and stays compact after a visit to it", features: []) { stage in
            try await stage.startInList()
            try await stage.seePushConnection()
            await stage.perform(.compact(true))
            try await stage.server.contactWrites("Are you there?", in: Stage.john)
            let list = try await stage.seeList("the message on the line") { list in
                list.rows.first?.line == "John: Are you there?" && list.rows.first?.unreadCount == 2
            }
            try await stage.server.contactTypes(in: Stage.john)
            try await stage.seeList("John typing") { $0.rows.first?.line == "John: John is typing…" }
            await stage.perform(.open(row: list.rows.first?.id ?? ""))
            try await stage.see("John's chat, read") { $0.chat?.title == "John" && $0.badge == 0 }
            try await stage.goBack()
            try await stage.seeList("a compact row that is read") { list in
                list.rows.first?.line == "John: Are you there?" && list.rows.first?.unreadCount == 0
            }
        },
    ]
}
