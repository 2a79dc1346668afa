import DriverKit

extension Scenario {
    /// Scenarios with navigation between screens.
    static let stackScenarios: [Scenario] = [
        .fromList("The form opens above the list, and is left again", features: [14]) { stage in
            await stage.perform(.newChat)
            try await stage.see("an empty form") { $0.form?.name == "" && $0.depth == 2 }
            try await stage.goBack()
            try await stage.see("the list alone") { $0.list != nil && $0.depth == 1 }
        },
        .fromList("A row that is tapped twice opens one chat", features: [14]) { stage in
            let row = try await stage.seeList("John") { $0.row("John") != nil }.row("John")
            for _ in 1...2 { await stage.perform(.open(row: row?.id ?? "")) }
            try await stage.see("John's chat above the list") { $0.chat?.title == "John" && $0.depth == 2 }
            try await stage.keepSeeing("one chat") { $0.chat != nil && $0.depth == 2 }
            try await stage.goBack()
            try await stage.keepSeeing("the list alone") { $0.list != nil && $0.depth == 1 }
        },
        .fromList("There is nothing to go back to from the list", features: [14]) { stage in
            await stage.perform(.back)
            try await stage.keepSeeing("the list alone") { $0.list != nil && $0.depth == 1 }
            try await stage.open("John")
        },
    ]
}
