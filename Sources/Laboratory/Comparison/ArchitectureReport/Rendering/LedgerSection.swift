import SourceMeasure

extension ComparisonReport {
    /// The ledger as a section of text and Markdown; the page has it folded.
    var ledgerSection: ReportSection {
        ReportSection(
            id: "ledger",
            title: "The ledger of claims",
            table: Table(
                header: ["claim", "its limit", "its author's code", "here", "verdict", "measure it again"],
                rows: ledger.map { claim in
                    [
                        "\(claim.source.rawValue), \(claim.place), for \(claim.reader.rawValue): \(claim.sentence)",
                        claim.limit.words, claim.authorsWords, claim.hereWords, claim.verdict.rawValue,
                        claim.commands.joined(separator: "; "),
                    ]
                }
            ),
            notes: [ledgerSummary] + Limit.rule + Self.sourceNotes,
            items: results.map {
                "\($0.source.rawValue): \($0.sentence) Of \($0.claims.count) claims \(counts(of: $0.claims))."
            }
        )
    }

    /// The first steps for readers who are new to the comparison.
    var beginningSection: ReportSection {
        let comparison = Self.comparison
        let size = version("Classic MVC").map { ", \($0.code.files) files and \($0.code.code) lines" } ?? ""
        return ReportSection(
            id: "beginning",
            title: "Read this first: an hour with the code",
            items: [
                "The app: a list of chats, a form for a new chat, and a chat. Sources/Laboratory/Comparison/PhoneKit has its views.",
                "Classic MVC, in \(comparison)/ClassicMVC\(size): begin with AppDelegate.swift, which shows the first screen.",
                "Controllers/ChatListViewController.swift follows a query of the session and fills a table.",
                "Controllers/ChatViewController.swift does the same for messages, and sends what the user types.",
                "Controllers/CreateChatViewController.swift is the form; its delegate is told of the new chat.",
                "Models/PictureStore.swift loads pictures and tells its delegate.",
                "One scenario, in \(comparison)/BehaviourSuite/Scenarios/SendingScenarios.swift: a sent message is shown as sending, "
                    + "then sent, then read. Every architecture must pass it.",
                "Its planted bugs, in Tests/Laboratory/Comparison/BehaviourSuiteTests/Scenarios/PlantedBugs: apps that do this wrong, "
                    + "so that the scenario is known to notice.",
                "The driver, Sources/Laboratory/DriverKit/AppDriver.swift: gestures go in, and the screen comes out.",
                "Then read one other architecture beside Classic MVC, and its rows below. swift run architecture-comparison "
                    + "scenarios \"Classic MVC\" plays all scenarios in one.",
            ]
        )
    }
}

extension Claim {
    var authorsWords: String { authors?.words ?? "not measured" }

    /// The finding here in words, or the reason why there is none.
    var hereWords: String {
        switch (here, withheld) {
        case (let here?, let withheld?): "\(here.words); not decided, because \(withheld)"
        case (let here?, nil): here.words
        case (nil, let withheld?): "not measured: \(withheld)"
        case (nil, nil): "not measured"
        }
    }

    /// The commands that print the numbers, that of this comparison first.
    var commands: [String] { [here, authors].compactMap { $0?.command }.filter { !$0.isEmpty } }
}
