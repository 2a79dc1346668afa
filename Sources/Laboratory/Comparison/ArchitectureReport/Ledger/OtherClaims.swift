import SourceMeasure

/// The claims of the chapter and articles that followed, and what is often said.
extension ComparisonReport {
    /// The claims about MVVM with bindings, beside classic MVC.
    var reactiveClaims: [Claim] {
        guard let mvc = version("Classic MVC"), let bound = version("MVVM with bindings") else { return [] }
        let viewModels = bound.evidence.layer("ViewModel")
        return [
            Claim(
                source: .reactive,
                place: "on MVVM, with its three listings",
                sentence: "The controller only binds, and is much relieved.",
                reader: .maintainer,
                limit: .muchLess,
                authors: .init(
                    28,
                    against: 34,
                    "printed lines of the listings before and after, with 20 more in the view model",
                    by: ""
                ),
                here: controllers(bound, "Controller", beside: mvc, in: "MVVMBindings/Controllers")
            ),
            Claim(
                source: .reactive,
                place: "on MVVM, second listing",
                sentence: "View models know neither controller nor page.",
                reader: .maintainer,
                limit: .all,
                here: .init(
                    viewModels.linesWithoutView,
                    of: viewModels.lines,
                    "lines of view models are in files that name no view"
                )
            ),
            Claim(
                source: .reactive,
                place: "on MVVM",
                sentence: "View models are easily tested.",
                reader: .tester,
                limit: .muchMore,
                here: testing(bound, beside: mvc)
            ),
            Claim(
                source: .reactive,
                place: "on the view model",
                sentence: "A view model's outputs are set once.",
                reader: .beginner,
                limit: .none,
                here: .init(
                    viewModels.variables,
                    "properties that view models store can change; values that change are in observables"
                )
            ),
            Claim(
                source: .reactive,
                place: "on the view controller",
                sentence: "The controller stays clear with complex interaction.",
                reader: .maintainer,
                limit: .muchLess,
                here: .init(
                    bound.evidence.layer("Controller").conditions,
                    against: mvc.evidence.layer("Controller").conditions,
                    "conditions in controllers: if, guard and switch"
                )
            ),
            Claim(
                source: .reactive,
                place: "on the view controller",
                sentence: "Later maintenance is easier.",
                reader: .maintainer,
                limit: .less,
                here: costs(bound, beside: mvc)
            ),
            Claim(
                source: .reactive,
                place: "on MVVM; a second design stands for another platform here",
                sentence: "The same view models serve another screen.",
                reader: .chooser,
                limit: .less,
                here: costs(bound, beside: mvc, of: "compact").map { $0.adding("for a second design of a row") }
            ),
        ]
    }

    /// The claims about view models behind protocols and about presentation models.
    var modelClaims: [Claim] {
        guard let mvc = version("Classic MVC"), let model = version("Presentation Model"),
            let property = version("MVVM by property")
        else { return [] }
        return protocolClaims(property, mvc) + presentationClaims(model, mvc)
    }

    private func protocolClaims(_ property: VersionReport, _ mvc: VersionReport) -> [Claim] {
        let tests = "swift test --filter PropertyMVVMTests.SecondModelTests"
        return [
            Claim(
                source: .viewModelProtocol,
                place: "on the protocol, first listing",
                sentence: "The protocol has texts ready for display, and no model.",
                reader: .beginner,
                limit: .none,
                here: .init(
                    property.evidence.layer("ViewModel").contentMentions,
                    "mentions of the session's content in the protocols"
                )
            ),
            Claim(
                source: .viewModelProtocol,
                place: "on the controller, third listing",
                sentence: "The controller only assigns, and formats nothing.",
                reader: .maintainer,
                limit: .none,
                here: makingTexts(property, "Controller", beside: mvc)
            ),
            Claim(
                source: .viewModelProtocol,
                place: "on the concrete class, second listing",
                sentence: "Another model needs another class, not another screen.",
                reader: .maintainer,
                limit: .none,
                here: .init(0, "changes of the screen for a model over a plain list, in a test", by: tests)
            ),
            Claim(
                source: .viewModelProtocol,
                place: "on notifying",
                sentence: "With a binding for each property a late value reaches its item only.",
                reader: .user,
                limit: .none,
                here: .init(0, "cells of other rows are made again for a late picture, in a test", by: tests)
            ),
        ]
    }

    private func presentationClaims(_ model: VersionReport, _ mvc: VersionReport) -> [Claim] {
        let presentations = model.evidence.layer("Presentation")
        let (new, old) = (model.evidence.layer("Controller"), mvc.evidence.layer("Controller"))
        return [
            Claim(
                source: .presentationModel,
                place: "introduction and problem 3",
                sentence: "All rules are tested without a view.",
                reader: .tester,
                limit: .all,
                here: .init(
                    model.evidence.testsWithoutView,
                    of: model.evidence.tests,
                    "tests of presentations name no view"
                )
            ),
            Claim(
                source: .presentationModel,
                place: "problem 3",
                sentence: "A fault in a cell breaks no test of a rule.",
                reader: .tester,
                limit: .none,
                here: .init(
                    model.evidence.tests - model.evidence.testsWithoutView,
                    "of \(model.evidence.tests) tests of presentations run with a view or a cell",
                    short: "\(model.evidence.tests - model.evidence.testsWithoutView) of \(model.evidence.tests)"
                )
            ),
            Claim(
                source: .presentationModel,
                place: "introduction; the strict forms",
                sentence: "A presentation knows no view.",
                reader: .beginner,
                limit: .all,
                here: .init(
                    presentations.linesWithoutView,
                    of: presentations.lines,
                    "lines of presentations are in files that name no view"
                )
            ),
            Claim(
                source: .presentationModel,
                place: "problem 1",
                sentence: "Rules of display are in one place, and not in controllers.",
                reader: .maintainer,
                limit: .none,
                here: makingTexts(model, "Controller", beside: mvc)
            ),
            Claim(
                source: .presentationModel,
                place: "problem 1",
                sentence: "Another cell does not repeat the rules.",
                reader: .maintainer,
                limit: .less,
                here: costs(model, beside: mvc, of: "compact")
                    .map { $0.adding("for a second design of a row, before the inbox's presentation owned its store") }
            ),
            Claim(
                source: .presentationModel,
                place: "introduction, fifth listing",
                sentence: "A presentation tidies the controller.",
                reader: .maintainer,
                limit: .less,
                here: controllers(model, "Controller", beside: mvc, in: "PresentationModel/Controllers")?
                    .adding("; only the inbox's presentation owns its store, as in the article")
            ),
            Claim(
                source: .presentationModel,
                place: "introduction",
                sentence: "The store's filter can become SQL, and no controller changes.",
                reader: .maintainer,
                limit: .none,
                here: .init(
                    new.listMentions,
                    "mentions of the list's content in controllers, \(old.listMentions) in MVC",
                    baseline: old.listMentions
                )
            ),
            Claim(
                source: .presentationModel,
                place: "trade-offs, sixth listing",
                sentence: "Wrapping simple things is boilerplate.",
                reader: .chooser,
                limit: .mostly,
                here: .init(
                    presentations.passedOn,
                    of: presentations.computed,
                    "computed properties of presentations only pass on another"
                ),
                withheld: "no presentation here wraps a simple thing, and each has rules"
            ),
        ]
    }

    /// Claims that are often made, with who makes them.
    var oftenSaid: [Claim] {
        guard let mvc = version("Classic MVC"), let viper = version("VIPER"),
            let store = version("Unidirectional store"), version("MV with @Observable") != nil
        else { return [] }
        let writes = store.evidence.writes.filter { !$0.key.contains("/Features/") }
        return [
            Claim(
                source: .oftenSaid,
                place: "of VIPER: Cheesecake Labs, cheesecakelabs.com/blog/ios-architecture-viper-tips; Kazai Mazai, "
                    + "kazaimazai.com/viper-lessons-learned",
                sentence: "VIPER takes much more code than MVC.",
                reader: .chooser,
                limit: .muchMore,
                authors: .init(
                    3831,
                    against: 2189,
                    "lines in FootballGather without its tests, 5,741 against 3,827 with them",
                    by: "swift run architecture-comparison measure "
                        + ["MVC", "VIPER"].map { "\($0)=\(AuthorsCode.footballGather.folder)/FootballGather/\($0)" }
                        .joined(separator: " ")
                ).printing(["3827", "5741"]),
                here: .init(
                    viper.code.code,
                    against: mvc.code.code,
                    "lines; VIPER's own queries, its runtime and features that no scenario demands are among them"
                )
            ),
            Claim(
                source: .oftenSaid,
                place: "of a store: the Redux documentation, redux.js.org, Three Principles",
                sentence: "Only reducers change the state.",
                reader: .maintainer,
                limit: .none,
                here: .init(
                    writes.values.reduce(0, +),
                    "assignments to the state are outside the reducers of Unidirectional store"
                )
            ),
            Claim(
                source: .oftenSaid,
                place: "of @Observable: Apple's documentation of SwiftUI, Migrating to the Observable macro",
                sentence: "Only what reads a changed property is drawn again.",
                reader: .user,
                limit: .atMost(1),
                here: .init(
                    1,
                    "cell is made for one message, in MV with @Observable and in every architecture, as a table keeps its cells",
                    by: "swift test --filter BehaviourSuiteTests.ChatListViewTests",
                    baseline: 1,
                    short: "1 cell"
                )
            ),
        ]
    }
}

extension Claim.Finding {
    /// Returns the finding with more words after its own.
    func adding(_ more: String) -> Self {
        .init(
            words: words + (more.hasPrefix(";") ? "" : " ") + more,
            short: short,
            figure: figure,
            baseline: baseline,
            command: command,
            numbers: numbers
        )
    }
}
