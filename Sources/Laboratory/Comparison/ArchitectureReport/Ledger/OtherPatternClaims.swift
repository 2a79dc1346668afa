import SourceMeasure

/// The claims of the article about patterns that it sets beside its own.
extension ComparisonReport {
    /// The article's claims about classic MVC.
    func classicClaims(_ mvc: VersionReport) -> [Claim] {
        let controllers = mvc.evidence.layer("Controller")
        let chats = "\(AuthorsCode.article.folder)/MVC/MVCChat"
        return [
            Claim.of(.article, "section 2, controller", for: .beginner).says(
                "In MVC no controller needs more than 150 lines.",
                .atMost(150),
                authors: .init(
                    116,
                    "lines of code in the largest controller, 157 with blank lines and comments",
                    by: AuthorsCode.measuring("Controllers")
                ),
                here: .init(
                    mvc.evidence.layer("Controller").largestFile,
                    "lines of code in the largest controller",
                    by: measuring("ClassicMVC")
                )
            ),
            Claim.of(.article, "section 2, view", for: .maintainer).says(
                "MVC's largest view has over 300 lines, and many tasks.",
                .atLeast(300),
                authors: .init(
                    274,
                    "lines of code in the largest view, 330 with blank lines and comments",
                    by: AuthorsCode.measuring("Views")
                ),
                withheld: "the phone's views draw nothing"
            ),
            Claim.of(.article, "section 3.2", for: .maintainer).says(
                "The list is stale once the chat's controller no longer tells it of changes.",
                .atLeast(1),
                authors: .init(
                    4,
                    "calls by which the chat's controller tells the list",
                    by: "grep -c 'updated(chat:' \(chats)/Controllers/ChatViewController.swift"
                ),
                here: .init(
                    0,
                    "lists are stale below a chat whose controller tells none, in a test: they follow a query of the session",
                    by: "swift test --filter StaticMVVMTests.MixedAppTests"
                )
            ),
            Claim.of(.article, "section 3.3", for: .beginner).says(
                "Even slim MVC leaves a gap between what the list shows and what its model has.",
                .mostly,
                authors: .init(
                    3,
                    of: 4,
                    "values of a row are derived: last message, its date and the number unread; the contact is stored",
                    by: "cat \(chats)/Models/Chat.swift"
                ),
                here: .init(
                    controllers.filesMakingTexts,
                    of: controllers.files,
                    "controllers make texts of what the session gives, though it counts and dates the rows of the list"
                )
            ),
        ]
    }

    /// The article's claims about other patterns.
    func otherPatternClaims(_ mvc: VersionReport) -> [Claim?] {
        guard let mvp = version("MVP"), let bound = version("MVVM with bindings"), let viper = version("VIPER"),
            let old = mvc.code.lines(of: "Controller"), let bindings = bound.code.lines(of: "Controller")
        else { return [] }
        func circles(_ version: VersionReport) -> Double {
            Double(version.code.inCycles) / Double(max(1, version.code.declarations)) * 100
        }
        return [
            Claim.of(.article, "section 5", for: .chooser).says(
                "MVVM replaces most of the controller.",
                .mostly,
                here: Claim.Finding(
                    old - bindings,
                    of: old,
                    "lines of controllers are gone in MVVM with bindings",
                    by: measuring("ClassicMVC/Controllers", "MVVMBindings/Controllers")
                ).printing(["\(old)", "\(bindings)"])
            ),
            Claim.of(.article, "section 5", for: .tester).says(
                "MVP is much easier to test than MVC.",
                .muchMore,
                here: testing(mvp, beside: mvc)
            ),
            Claim.of(.article, "section 5", for: .chooser).says(
                "Reactive code is mostly made for its framework.",
                .mostly,
                here: .init(
                    bound.evidence.kitLines,
                    of: bound.code.code,
                    "lines of MVVM with bindings name a type of its library, which has \(bound.kit?.code ?? 0) lines more"
                )
            ),
            Claim.of(.article, "section 5", for: .chooser).says(
                "Reactive code usually needs a framework.",
                .atLeast(1),
                here: .init(
                    bound.kit == nil ? 0 : 1,
                    "library of \(bound.kit?.code ?? 0) lines is used by MVVM with bindings alone; no other architecture has one",
                    baseline: mvc.kit == nil ? 0 : 1,
                    short: "1 library"
                )
            ),
            Claim.of(.article, "section 5", for: .chooser).says(
                "VIPER is more decoupled than MVP.",
                .less,
                here: Claim.Finding(
                    (circles(viper) * 10).rounded() / 10,
                    against: (circles(mvp) * 10).rounded() / 10,
                    "percent of declarations in circles; FootballGather's VIPER has 46 declarations in circles"
                )
            ),
        ]
    }
}
