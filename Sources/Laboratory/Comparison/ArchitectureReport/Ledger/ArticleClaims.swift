import SourceMeasure

/// The claims of the article that this comparison began with, about event-driven MVVM beside classic MVC.
extension ComparisonReport {
    var articleClaims: [Claim] {
        guard let mvc = version("Classic MVC"), let mvvm = version("MVVM with statics") else { return [] }
        return classicClaims(mvc)
            + (sizeClaims(mvc, mvvm) + shapeClaims(mvc, mvvm) + eventClaims(mvc, mvvm) + otherPatternClaims(mvc))
            .compactMap(\.self)
    }

    private func sizeClaims(_ mvc: VersionReport, _ mvvm: VersionReport) -> [Claim] {
        let (old, new) = (mvc.code, mvvm.code)
        let counted = measuring("ClassicMVC", "StaticMVVM")
        return [
            Claim.of(.article, "section 4, figures", for: .chooser).says(
                "Event-driven MVVM takes 9% more code than MVC.",
                .atMost(1.09),
                authors: .init(1981, against: 1807, "lines in all", by: AuthorsCode.measuring()),
                here: .init(new.code, against: old.code, "lines between session and views", by: counted)
            ),
            Claim.of(.article, "section 4, figures", for: .maintainer).says(
                "Its files shrink from 60 lines to 39.",
                .atMost(0.65),
                authors: .init(38.8, against: 60.2, "lines a file", by: AuthorsCode.measuring()),
                here: .init(new.meanCode, against: old.meanCode, "lines a file", by: counted)
            ),
            Claim.of(.article, "section 4, figures", for: .maintainer).says(
                "Its views shrink to 74% of MVC's.",
                .atMost(0.74),
                authors: .init(
                    825,
                    against: 858,
                    "lines in the folder of views; all ten views have 84%, those of the three screens alone 375 against 506, 74%",
                    by: AuthorsCode.measuring("Views")
                ),
                withheld: "all architectures show the same views"
            ),
            Claim.of(.article, "section 4, figures", for: .maintainer).says(
                "Its view controllers shrink to 53% of MVC's.",
                .atMost(0.53),
                authors: .init(
                    154,
                    against: 287,
                    "lines in the folder of controllers; 43% without a base class that both have",
                    by: AuthorsCode.measuring("Controllers")
                ),
                here: controllers(mvvm, "View", beside: mvc, in: "StaticMVVM/Controllers")
            ),
            Claim.of(.article, "section 4", for: .beginner).says(
                "It has many more classes for the same features.",
                .muchMore,
                authors: .init(51, against: 30, "files", by: AuthorsCode.measuring()),
                here: .init(new.types, against: old.types, "types", by: counted)
            ),
            Claim.of(.article, "section 4, figures; section 5, drawbacks", for: .chooser).says(
                "Much of the added code is helpers that join blocks to buttons.",
                .mostly,
                authors: .init(
                    106,
                    of: 174,
                    "added lines are the four files of helpers",
                    by: "cloc \(AuthorsCode.article.folder)/MVVM/MVVMChat/Views/*+BlockAction.swift"
                ).printing(["106"]),
                withheld: "the phone's buttons take closures in all architectures"
            ),
        ]
    }

    private func shapeClaims(_ mvc: VersionReport, _ mvvm: VersionReport) -> [Claim] {
        let (old, new) = (mvc.code, mvvm.code)
        let counted = measuring("ClassicMVC", "StaticMVVM")
        let middle = mvvm.evidence.layers.filter { $0.name != "View" }
        return [
            Claim.of(.article, "section 4", for: .maintainer).says(
                "No relationship goes both ways any more.",
                .none,
                authors: .init(
                    15,
                    "declarations in one circle, 4 in MVC; without the stubs of a server 11, and none in MVC",
                    by: AuthorsCode.measuring(),
                    short: "15 in a circle"
                ),
                here: .init(
                    new.inCycles,
                    "of \(new.declarations) declarations in circles, \(old.inCycles) of \(old.declarations) in MVC",
                    by: counted,
                    short: "\(new.inCycles) in circles"
                )
            ),
            Claim.of(.article, "section 5; section 2, drawbacks, of MVC", for: .maintainer).says(
                "Many dependencies between parts are gone.",
                .less,
                here: Claim.Finding(
                    Double(new.references) / Double(max(1, new.declarations)),
                    against: Double(old.references) / Double(max(1, old.declarations)),
                    "references a declaration",
                    by: counted
                ).printing(["\(new.references)", "\(old.references)"])
            ),
            Claim.of(.article, "sections 4.5 and 4.6", for: .maintainer).says(
                "View models are immutable.",
                .none,
                authors: .init(
                    0,
                    "properties that its view models store can change",
                    by:
                        "grep -hcE '^ +(private )?var ' \(AuthorsCode.article.folder)/MVVM/MVVMChat/ViewModels/*/*ViewModel.swift"
                ),
                here: .init(
                    mvvm.evidence.layer("ViewModel").variables,
                    "properties that view models store can change"
                )
            ),
            Claim.of(.article, "section 4.3, of models", for: .chooser).says(
                "The model's class is exactly that of MVC.",
                .all,
                authors: .init(
                    16,
                    of: 102,
                    "lines of MVC's class stay; 57 go, 29 change and 19 are added",
                    by: "cloc --diff \(AuthorsCode.article.folder)/MVC/MVCChat/Models/ChatModel.swift "
                        + "\(AuthorsCode.article.folder)/MVVM/MVVMChat/Models/ChatModel.swift"
                ),
                withheld: "all architectures stand on one session, which changed for none of them"
            ),
            Claim.of(.article, "sections 4.6 and 4.8", for: .maintainer).says(
                "Views and controllers no longer turn data into text.",
                .none,
                here: makingTexts(mvvm, "View", beside: mvc)
            ),
            Claim.of(.article, "section 4.8; section 5, benefits", for: .user).says(
                "From a tap to the view model all can run off the main thread.",
                .all,
                here: .init(
                    middle.reduce(0) { $0 + $1.linesWithoutView },
                    of: middle.reduce(0) { $0 + $1.lines },
                    "lines outside the controllers are in files that name no view; here all of them run on one thread"
                )
            ),
            Claim.of(.article, "section 5", for: .chooser).says(
                "It works beside classic MVC, one part at a time.",
                .none,
                here: .init(
                    0,
                    "changes of classic MVC let a chat of statics open above its list, in a test; by names even the form alone "
                        + "brings \(mvvm.evidence.reachOfForm) of \(new.declarations) declarations along",
                    by: Self.staticsTests
                )
            ),
            Claim.of(.article, "section 5; section 2, benefits, of MVC", for: .chooser).says(
                "It needs no framework of others.",
                .none,
                here: .init(
                    mvvm.evidence.foreignModules.count,
                    "modules of others are imported",
                    baseline: mvc.evidence.foreignModules.count
                )
            ),
        ]
    }

    private func eventClaims(_ mvc: VersionReport, _ mvvm: VersionReport) -> [Claim?] {
        let cases = mvvm.evidence.eventCases.sorted { $0.value > $1.value }
        let places = [
            "Event.swift", "EventRouter.swift", "Endpoint.swift", "Endpoint+Messages.swift",
            "ChatModelController.swift",
        ]
        let writes = mvvm.evidence.writes
        let updates = mvvm.evidence.updates.filter { !$0.key.contains("Handler") }
        return [
            newSource(mvc, mvvm),
            Claim.of(.article, "sections 4 and 5, benefits", for: .maintainer).says(
                "Every update of a screen comes from an event, by one path.",
                .none,
                here: .init(
                    updates.values.reduce(0, +),
                    "places outside the handlers give a screen a view model"
                )
            ),
            Claim.of(.article, "section 4.3", for: .maintainer).says(
                "Only routers and endpoints change the model.",
                .all,
                here: .init(
                    writes.filter { file, _ in places.contains { file.hasSuffix($0) } }.values.reduce(0, +),
                    of: writes.values.reduce(0, +),
                    "assignments to the model are in routers, endpoints or the model itself"
                )
            ),
            Claim.of(.article, "section 4.1; section 5, drawbacks", for: .maintainer).says(
                "Enums of events easily grow to ten cases and more.",
                .atLeast(10),
                authors: .init(
                    7,
                    "cases in the larger of the article's two enums, 5 in the other",
                    by: "grep -c 'case ' \(AuthorsCode.article.folder)/MVVM/MVVMChat/Events/Message/MessageEvent.swift",
                    short: "7 cases"
                ),
                here: .init(
                    cases.first?.value ?? 0,
                    "cases in " + list(cases.enumerated().map { $0 == 0 ? $1.key : "\($1.key) \($1.value)" }),
                    short: "\(cases.first?.value ?? 0) cases"
                )
            ),
            Claim.of(.article, "section 5, drawbacks", for: .user).says(
                "A whole view model at every update sets much again that is the same.",
                .mostly,
                here: .init(
                    9,
                    of: 10,
                    "view models of rows are made again as they were for a message in one of ten chats, in a test",
                    by: Self.staticsTests
                )
            ),
            Claim.of(.article, "section 4.5; section 4.8", for: .maintainer).says(
                "Only the screen and the model keep state, no view model is kept.",
                .none,
                authors: .init(
                    2,
                    "views keep an array of view models for their table",
                    by: "grep -rlE 'var (chats|messages).*ViewModel' \(AuthorsCode.article.folder)/MVVM/MVVMChat/Views"
                ),
                here: .init(
                    mvvm.evidence.layer("View").variables,
                    "properties that controllers store can change, rows and closures of view models; "
                        + "\(mvc.evidence.layer("Controller").variables) in MVC",
                    baseline: mvc.evidence.layer("Controller").variables
                )
            ),
            Claim.of(.article, "section 4.4", for: .tester).says(
                "Listeners that are kept weakly leave no retain cycle.",
                .none,
                here: .init(
                    0,
                    "sessions outlive their app, in a test of each architecture with an open chat; the article's own handlers copy their "
                        + "weak variable into an array, which keeps listeners",
                    by: "swift test --filter BehaviourSuiteTests.AppTests",
                    baseline: 0
                )
            ),
            Claim.of(.article, "sections 4.7 and 4.8", for: .maintainer).says(
                "A view with a rate of its own may listen without the controller.",
                .none,
                here: .init(
                    0,
                    "cells of the chat are made again for a contact who types, which a view of its own shows, in a test; as many "
                        + "in MVC, whose controller shows it",
                    by: Self.staticsTests,
                    baseline: 0
                )
            ),
            Claim.of(.article, "section 4.5; section 5, benefits", for: .user).says(
                "Screen and model are always in step.",
                .none,
                here: .init(
                    0,
                    "of 40 sessions with faults find a broken promise, in this and in every architecture",
                    by: "swift run architecture-comparison sessions \"MVVM with statics\" --seeds 40",
                    baseline: 0,
                    short: "0 of 40"
                )
            ),
        ]
    }

    /// The claim about sources that multiply: notices come by two that the session does not merge.
    private func newSource(_ mvc: VersionReport, _ mvvm: VersionReport) -> Claim? {
        guard let old = feature("notices", in: mvc.name), let new = feature("notices", in: mvvm.name),
            let usual = feature("replies", in: mvc.name), let other = feature("replies", in: mvvm.name)
        else { return nil }
        let push = ["MVC/MVCChat", "MVVM/MVVMChat"].map {
            "\(AuthorsCode.article.folder)/\($0)/Models/PushNotificationController.swift"
        }
        return Claim.of(.article, "section 3.1; sections 4 and 4.2 of events", for: .maintainer).says(
            "A further source of events takes less code than in MVC.",
            .less,
            authors: .init(21, against: 45, "lines in the class for pushes", by: "cloc " + push.joined(separator: " ")),
            here: Claim.Finding(
                new.sources.lines,
                against: old.sources.lines,
                "lines for notices by push and socket, in \(new.sources.files) and \(old.sources.files) files; replies, by the "
                    + "session alone, took \(other.sources.lines) against \(usual.sources.lines)",
                by: changing(new, in: mvvm)
            ).printing(new.sources.figures)
        )
    }
}
