import ChatTypes
import DriverKit
import SimulatedServer
import Transport

extension Scenario {
    /// Scenarios with an unreachable server, and its return.
    static let outageScenarios: [Scenario] = [
        .fromList("An open chat says that the server is away, and when it is back", features: [2, 7], in: .restarting) {
            stage in
            await stage.quit()
            stage.cutNetwork()
            try stage.start()
            try await stage.open("John")
            try await stage.seeChat("that the server is away") { $0.status?.hasPrefix("Offline") == true }
            stage.mendNetwork()
            try await stage.seeChat("nothing of it any more") { $0.status == nil }
        },
        Scenario("A picture that could not be had comes when its row is shown again", features: [20], in: .restarting) {
            stage in
            try await stage.startWithoutPictures()
            try await stage.server.contactWrites("Look at me", in: Stage.john)
            try await stage.seePictures()
        },
        Scenario(
            "A picture that could not be had comes though no row changes its place",
            features: [20],
            in: .restarting
        ) {
            stage in
            let list = try await stage.startWithoutPictures()
            guard let first = list.rows.first else { return }
            try await stage.server.contactWrites("Look at me", in: ChatID(first.id))
            try await stage.seePictures()
            try await stage.check("the order that was", await stage.screen.list?.rows.map(\.id) == list.rows.map(\.id))
        },
        Scenario("Earlier messages that cannot be had are said to be so, and can be asked for again", features: [2]) {
            stage in
            for number in 1...70 { try await stage.server.contactWrites("Number \(number)", in: Stage.john) }
            try await stage.startInList()
            stage.cutNetwork()
            try await stage.open("John")
            try await stage.askForEarlier { $0.problem == nil }
            // If time may overtake work, all earlier messages may have arrived already.
            if stage.isPunctual { try await stage.check("a reason", await stage.screen.chat?.problem != nil) }
            stage.mendNetwork()
            try await stage.askForEarlier(while: \.hasEarlier)
            try await stage.seeWholeLog(of: Stage.john)
        },
        Scenario("Names that no longer match are not suggested, though the server is away", features: [15]) { stage in
            try await stage.openForm()
            await stage.perform(.type("ben"))
            try await stage.seeForm("Ben suggested") { $0.suggestions.contains("Ben") }
            stage.cutNetwork()
            await stage.perform(.type("benx"))
            try await stage.seeForm("no suggestion") { $0.suggestions.isEmpty && $0.name == "benx" }
        },
    ]
}

extension Stage {
    /// Starts the app with three chats whose pictures cannot be downloaded, reconnects the server, and returns the
    /// stored rows.
    @discardableResult
    fileprivate func startWithoutPictures() async throws -> ListScreen {
        for name in ["Ben", "Ana"] { _ = try await elsewhere.createChat(with: name) }
        try await startInList()
        try await seeList("three rows") { $0.rows.count == 3 }
        await quit()
        cutNetwork()
        try start()
        let stored = try await seeList("the stored rows, and that the server is away") { list in
            list.rows.count == 3 && list.status?.hasPrefix("Offline") == true
        }
        try await wait(.seconds(60))
        mendNetwork()
        try await seeList("the list, up to date") { $0.status == nil }
        return stored
    }

    /// Waits until exactly the rows whose contacts have pictures show them.
    func seePictures() async throws {
        var portrayed: [String] = []
        for chat in await server.chats {
            if try await elsewhere.picture(of: chat.contact.id) != nil { portrayed.append(chat.contact.name) }
        }
        let names = portrayed
        try await check("a contact with a picture", !names.isEmpty)
        try await seeList("pictures of \(names)") { list in
            list.rows.filter(\.hasPicture).map(\.title).sorted() == names.sorted()
        }
    }

    /// Loads earlier messages a few times, and waits each time until some arrive or an error is shown.
    func askForEarlier(while goesOn: (ChatScreen) -> Bool) async throws {
        for _ in 1...12 {
            // Some may arrive without a request.
            try await wait(.seconds(2))
            guard let chat = await screen.chat, goesOn(chat) else { break }
            await perform(.showMore)
            try await seeChat("earlier ones, or why not") { new in
                new.rows.count > chat.rows.count || !new.hasEarlier || (chat.problem == nil && new.problem != nil)
            }
        }
    }
}
