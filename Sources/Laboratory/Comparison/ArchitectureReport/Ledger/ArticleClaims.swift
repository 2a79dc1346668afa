import SourceMeasure

/// The claims of the article that this comparison began with, about event-driven MVVM beside classic MVC.
extension ComparisonReport {
    var articleClaims: [Claim] {
        guard let mvc = version("Classic MVC"), let mvvm = version("MVVM with statics") else { return [] }
        return (sizeClaims(mvc, mvvm) + shapeClaims(mvc, mvvm) + eventClaims(mvc, mvvm) + otherPatternClaims(mvc))
            .compactMap(\.self)
    }

    private func sizeClaims(_ mvc: VersionReport, _ mvvm: VersionReport) -> [Claim] {
        let (old, new) = (mvc.code, mvvm.code)
        let counted = measuring("ClassicMVC", "StaticMVVM")
        return [
            Claim(
                source: .article,
                place: "section 4, figures",
                sentence: "Event-driven MVVM takes 9% more code than MVC.",
                reader: .chooser,
                limit: .atMost(1.09),
                authors: .init(1981, against: 1807, "lines in all", by: AuthorsCode.measuring()),
                here: .init(new.code, against: old.code, "lines between session and views", by: counted)
            ),
            Claim(
                source: .article,
                place: "section 4, figures",
                sentence: "Its files shrink from 60 lines to 39.",
                reader: .maintainer,
                limit: .atMost(0.65),
                authors: .init(38.8, against: 60.2, "lines a file", by: AuthorsCode.measuring()),
                here: .init(new.meanCode, against: old.meanCode, "lines a file", by: counted)
            ),
            Claim(
                source: .article,
                place: "section 4, figures",
                sentence: "Its views shrink to 74% of MVC's.",
                reader: .maintainer,
                limit: .atMost(0.74),
                authors: .init(
                    825,
                    against: 858,
                    "lines in the folder of views; all ten views have 84%, those of the three screens alone 375 against 506, 74%",
                    by: AuthorsCode.measuring("Views")
                ),
                withheld: "all architectures show the same views"
            ),
            Claim(
                source: .article,
                place: "section 4, figures",
                sentence: "Its view controllers shrink to 53% of MVC's.",
                reader: .maintainer,
                limit: .atMost(0.53),
                authors: .init(
                    154,
                    against: 287,
                    "lines in the folder of controllers; 43% without a base class that both have",
                    by: AuthorsCode.measuring("Controllers")
                ),
                here: controllers(mvvm, "View", beside: mvc, in: "StaticMVVM/Controllers")
            ),
            Claim(
                source: .article,
                place: "section 2, controller",
                sentence: "In MVC no controller needs more than 150 lines.",
                reader: .beginner,
                limit: .atMost(150),
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
            Claim(
                source: .article,
                place: "section 2, view",
                sentence: "MVC's largest view has over 300 lines, and many tasks.",
                reader: .maintainer,
                limit: .atLeast(300),
                authors: .init(
                    274,
                    "lines of code in the largest view, 330 with blank lines and comments",
                    by: AuthorsCode.measuring("Views")
                ),
                withheld: "the phone's views draw nothing"
            ),
            Claim(
                source: .article,
                place: "section 4",
                sentence: "It has many more classes for the same features.",
                reader: .beginner,
                limit: .muchMore,
                authors: .init(51, against: 30, "files", by: AuthorsCode.measuring()),
                here: .init(new.types, against: old.types, "types", by: counted)
            ),
            Claim(
                source: .article,
                place: "section 4, figures; section 5, drawbacks",
                sentence: "Much of the added code is helpers that join blocks to buttons.",
                reader: .chooser,
                limit: .mostly,
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
            Claim(
                source: .article,
                place: "section 4",
                sentence: "No relationship goes both ways any more.",
                reader: .maintainer,
                limit: .none,
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
            Claim(
                source: .article,
                place: "section 5; section 2, drawbacks, of MVC",
                sentence: "Many dependencies between parts are gone.",
                reader: .maintainer,
                limit: .less,
                here: Claim.Finding(
                    Double(new.references) / Double(max(1, new.declarations)),
                    against: Double(old.references) / Double(max(1, old.declarations)),
                    "references a declaration",
                    by: counted
                ).printing(["\(new.references)", "\(old.references)"])
            ),
            Claim(
                source: .article,
                place: "sections 4.5 and 4.6",
                sentence: "View models are immutable.",
                reader: .maintainer,
                limit: .none,
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
            Claim(
                source: .article,
                place: "sections 4.6 and 4.8",
                sentence: "Views and controllers no longer turn data into text.",
                reader: .maintainer,
                limit: .none,
                here: makingTexts(mvvm, "View", beside: mvc)
            ),
            Claim(
                source: .article,
                place: "section 4.8; section 5, benefits",
                sentence: "From a tap to the view model all can run off the main thread.",
                reader: .user,
                limit: .all,
                here: .init(
                    middle.reduce(0) { $0 + $1.linesWithoutView },
                    of: middle.reduce(0) { $0 + $1.lines },
                    "lines outside the controllers are in files that name no view; here all of them run on one thread"
                )
            ),
            Claim(
                source: .article,
                place: "section 5",
                sentence: "It works beside classic MVC, one part at a time.",
                reader: .chooser,
                limit: .none,
                here: .init(
                    0,
                    "changes of classic MVC let a chat of statics open above its list, in a test; by names even the form alone "
                        + "brings \(mvvm.evidence.reachOfForm) of \(new.declarations) declarations along",
                    by: Self.staticsTests
                )
            ),
            Claim(
                source: .article,
                place: "section 5; section 2, benefits, of MVC",
                sentence: "It needs no framework of others.",
                reader: .chooser,
                limit: .none,
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
            Claim(
                source: .article,
                place: "sections 4 and 5, benefits",
                sentence: "Every update of a screen comes from an event, by one path.",
                reader: .maintainer,
                limit: .none,
                here: .init(
                    updates.values.reduce(0, +),
                    "places outside the handlers give a screen a view model"
                )
            ),
            Claim(
                source: .article,
                place: "section 4.3",
                sentence: "Only routers and endpoints change the model.",
                reader: .maintainer,
                limit: .all,
                here: .init(
                    writes.filter { file, _ in places.contains { file.hasSuffix($0) } }.values.reduce(0, +),
                    of: writes.values.reduce(0, +),
                    "assignments to the model are in routers, endpoints or the model itself"
                )
            ),
            Claim(
                source: .article,
                place: "section 4.1; section 5, drawbacks",
                sentence: "Enums of events easily grow to ten cases and more.",
                reader: .maintainer,
                limit: .atLeast(10),
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
            Claim(
                source: .article,
                place: "section 5, drawbacks",
                sentence: "A whole view model at every update sets much again that is the same.",
                reader: .user,
                limit: .mostly,
                here: .init(
                    9,
                    of: 10,
                    "view models of rows are made again as they were for a message in one of ten chats, in a test",
                    by: Self.staticsTests
                )
            ),
            Claim(
                source: .article,
                place: "section 4.5; section 4.8",
                sentence: "Only the screen and the model keep state, no view model is kept.",
                reader: .maintainer,
                limit: .none,
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
            Claim(
                source: .article,
                place: "section 4.4",
                sentence: "Listeners that are kept weakly leave no retain cycle.",
                reader: .tester,
                limit: .none,
                here: .init(
                    0,
                    "sessions outlive their app, in a test of each architecture with an open chat; the article's own handlers copy their "
                        + "weak variable into an array, which keeps listeners",
                    by: "swift test --filter BehaviourSuiteTests.AppTests",
                    baseline: 0
                )
            ),
            Claim(
                source: .article,
                place: "section 4.5; section 5, benefits",
                sentence: "Screen and model are always in step.",
                reader: .user,
                limit: .none,
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
        return Claim(
            source: .article,
            place: "section 3.1; sections 4 and 4.2 of events",
            sentence: "A further source of events takes less code than in MVC.",
            reader: .maintainer,
            limit: .less,
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

    /// What the article says of other patterns.
    private func otherPatternClaims(_ mvc: VersionReport) -> [Claim?] {
        guard let mvp = version("MVP"), let bound = version("MVVM with bindings"), let viper = version("VIPER"),
            let old = mvc.code.lines(of: "Controller"), let bindings = bound.code.lines(of: "Controller")
        else { return [] }
        func circles(_ version: VersionReport) -> Double {
            Double(version.code.inCycles) / Double(max(1, version.code.declarations)) * 100
        }
        return [
            Claim(
                source: .article,
                place: "section 5",
                sentence: "MVVM replaces most of the controller.",
                reader: .chooser,
                limit: .mostly,
                here: Claim.Finding(
                    old - bindings,
                    of: old,
                    "lines of controllers are gone in MVVM with bindings",
                    by: measuring("ClassicMVC/Controllers", "MVVMBindings/Controllers")
                ).printing(["\(old)", "\(bindings)"])
            ),
            Claim(
                source: .article,
                place: "section 5",
                sentence: "MVP is much easier to test than MVC.",
                reader: .tester,
                limit: .muchMore,
                here: testing(mvp, beside: mvc)
            ),
            Claim(
                source: .article,
                place: "section 5",
                sentence: "Reactive code is mostly made for its framework.",
                reader: .chooser,
                limit: .mostly,
                here: .init(
                    bound.evidence.kitLines,
                    of: bound.code.code,
                    "lines of MVVM with bindings name a type of its library, which has \(bound.kit?.code ?? 0) lines more"
                )
            ),
            Claim(
                source: .article,
                place: "section 5",
                sentence: "Reactive code usually needs a framework.",
                reader: .chooser,
                limit: .atLeast(1),
                here: .init(
                    bound.kit == nil ? 0 : 1,
                    "library of \(bound.kit?.code ?? 0) lines is used by MVVM with bindings alone; no other architecture has one",
                    baseline: mvc.kit == nil ? 0 : 1,
                    short: "1 library"
                )
            ),
            Claim(
                source: .article,
                place: "section 5",
                sentence: "VIPER is more decoupled than MVP.",
                reader: .chooser,
                limit: .less,
                here: Claim.Finding(
                    (circles(viper) * 10).rounded() / 10,
                    against: (circles(mvp) * 10).rounded() / 10,
                    "percent of declarations in circles; FootballGather's VIPER has 46 declarations in circles"
                )
            ),
        ]
    }
}
