import DriverKit
import SimulatedServer
import Transport

extension Scenario {
    static let creatingScenarios: [Scenario] = [
        Scenario("Names are suggested while one is typed", features: [15]) { stage in
            try await stage.openForm()
            await stage.perform(.type("ben"))
            let form = try await stage.seeForm("suggestions") { !$0.suggestions.isEmpty }
            let names = form?.suggestions ?? []
            try await stage.check("Ben among at most eight", names.contains("Ben") && names.count <= 8)
            // Karim Ben Salah is one of the later suggestions.
            let begin = names.prefix { $0.lowercased().hasPrefix("ben") }
            try await stage.check(
                "that names which begin so come first",
                !begin.isEmpty && begin.count < names.count
                    && names.dropFirst(begin.count).allSatisfy { !$0.lowercased().hasPrefix("ben") }
            )
            await stage.perform(.type(""))
            try await stage.seeForm("no suggestion for nothing") { $0.suggestions.isEmpty }
        },
        Scenario("The last keystroke wins", features: [15], in: .slow) { stage in
            try await stage.openForm()
            for text in ["j", "jo", "be"] { await stage.perform(.type(text)) }
            try await stage.seeForm("Ben suggested") { $0.suggestions.contains("Ben") }
            try await stage.keepSeeing("suggestions for what was typed last") { screen in
                screen.form.map { $0.suggestions.contains("Ben") && !$0.suggestions.contains("John") } ?? false
            }
        },
        Scenario("Each keystroke is judged", features: [21]) { stage in
            try await stage.openForm()
            let long = String(repeating: "n", count: 101)
            for (text, isName) in [
                ("B", true), ("Ben", true), ("", false), ("   ", false), ("Ana", true), (long, false),
                ("A\u{202E}na", false), ("Zoë Washburne", true),
            ] {
                await stage.perform(.type(text))
                try await stage.seeForm("\"\(text)\" judged") { form in
                    form.name == text && form.canCreate == isName && (form.message == nil) == isName
                }
            }
        },
        Scenario("A name that is none is refused", features: [15]) { stage in
            try await stage.openForm()
            await stage.perform(.create)
            try await stage.seeForm("a reason") { $0.problem != nil && !$0.isBusy }
            try await stage.check("no new chat on the server", await stage.server.chats.count == 1)
        },
        Scenario("The form is busy while a chat is made, which then takes its place", features: [13, 15], in: .slow) {
            stage in
            try await stage.openForm()
            await stage.perform(.type("Ben"))
            await stage.perform(.create)
            if stage.isPunctual {
                try await stage.seeForm("a busy form") { $0.isBusy && !$0.canCreate }
            }
            try await stage.see("Ben's chat above the list") { $0.chat?.title == "Ben" && $0.depth == 2 }
            try await stage.goBack()
            try await stage.see("Ben in the list") { $0.list?.row("Ben") != nil && $0.depth == 1 }
        },
        Scenario("What is typed while a chat is made changes nothing", features: [15], in: .slow) { stage in
            try await stage.openForm()
            await stage.perform(.type("Ben"))
            await stage.perform(.create)
            if stage.isPunctual {
                await stage.perform(.type("Ana"))
                try await stage.seeForm("Ben in the field") { $0.isBusy && $0.name == "Ben" && $0.message == nil }
                try await stage.seeChat("Ben's chat") { $0.title == "Ben" }
            }
        },
        Scenario("Each form begins empty", features: [14, 15]) { stage in
            try await stage.openForm()
            await stage.perform(.type("ben"))
            try await stage.seeForm("what was typed, and suggestions") { $0.name == "ben" && !$0.suggestions.isEmpty }
            try await stage.goBack()
            await stage.perform(.newChat)
            try await stage.seeForm("an empty form") { $0.name.isEmpty && $0.suggestions.isEmpty && $0.message != nil }
        },
        Scenario("A chat that cannot be made is said to be so, and can be tried again", features: [15]) { stage in
            try await stage.openForm()
            stage.cutNetwork()
            await stage.perform(.type("Ben"))
            await stage.perform(.create)
            try await stage.see("why not, and the name still there", within: .seconds(600)) { screen in
                screen.form.map { $0.problem != nil && !$0.isBusy && $0.canCreate && $0.name == "Ben" } ?? false
            }
            stage.mendNetwork()
            await stage.perform(.create)
            try await stage.seeChat("Ben's chat") { $0.title == "Ben" }
        },
        Scenario("A chat that there is already is reopened", features: [15]) { stage in
            try await stage.openForm()
            await stage.perform(.type("John"))
            await stage.perform(.create)
            try await stage.seeChat("John's chat, with its message") { $0.title == "John" && $0.rows.count == 1 }
            try await stage.goBack()
            try await stage.keepSeeing("one row for John") { $0.list?.rows.map(\.title) == ["John"] }
        },
        Scenario("A form that was left opens no chat afterwards", features: [14, 15], in: .slow) { stage in
            try await stage.openForm()
            await stage.perform(.type("Ben"))
            await stage.perform(.create)
            await stage.perform(.back)
            if stage.isPunctual {
                try await stage.see("the list", within: .seconds(2)) { $0.list != nil && $0.depth == 1 }
                try await stage.keepSeeing("the list alone", for: .seconds(90)) { $0.list != nil && $0.depth == 1 }
            }
        },
    ]
}

extension Stage {
    func openForm() async throws {
        try await startInList()
        await perform(.newChat)
        try await seeForm("the form") { _ in true }
    }
}
