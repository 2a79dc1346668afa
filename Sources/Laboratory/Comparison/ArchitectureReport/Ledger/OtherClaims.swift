import SourceMeasure

/// The claims of the chapter and articles that followed, and what is often said.
extension ComparisonReport {
    /// The claims about MVVM with bindings, beside classic MVC.
    var reactiveClaims: [Claim] {
        guard let mvc = version("Classic MVC"), let bound = version("MVVM with bindings") else { return [] }
        let viewModels = bound.evidence.layer("ViewModel")
        return [
            Claim.of(.reactive, "on MVVM, with its three listings", for: .maintainer).says(
                "The controller only binds, and is much relieved.",
                .muchLess,
                authors: .init(
                    28,
                    against: 34,
                    "printed lines of the listings before and after, with 20 more in the view model",
                    by: ""
                ),
                here: controllers(bound, "Controller", beside: mvc, in: "MVVMBindings/Controllers")
            ),
            Claim.of(.reactive, "on MVVM, second listing", for: .maintainer).says(
                "View models know neither controller nor page.",
                .all,
                here: .init(
                    viewModels.linesWithoutView,
                    of: viewModels.lines,
                    "lines of view models are in files that name no view"
                )
            ),
            Claim.of(.reactive, "on MVVM", for: .tester).says(
                "View models are easily tested.",
                .muchMore,
                here: testing(bound, beside: mvc)
            ),
            Claim.of(.reactive, "on the view model", for: .beginner).says(
                "A view model's outputs are set once.",
                .none,
                here: .init(
                    viewModels.variables,
                    "properties that view models store can change; values that change are in observables"
                )
            ),
            Claim.of(.reactive, "on the view controller", for: .maintainer).says(
                "The controller stays clear with complex interaction.",
                .muchLess,
                here: .init(
                    bound.evidence.layer("Controller").conditions,
                    against: mvc.evidence.layer("Controller").conditions,
                    "conditions in controllers: if, guard and switch"
                )
            ),
            Claim.of(.reactive, "on the view controller", for: .maintainer).says(
                "Later maintenance is easier.",
                .less,
                here: costs(bound, beside: mvc)
            ),
            Claim.of(.reactive, "on MVVM; a second design stands for another platform here", for: .chooser).says(
                "The same view models serve another screen.",
                .less,
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
            Claim.of(.viewModelProtocol, "on the protocol, first listing", for: .beginner).says(
                "The protocol has texts ready for display, and no model.",
                .none,
                here: .init(
                    property.evidence.layer("ViewModel").contentMentions,
                    "mentions of the session's content in the protocols"
                )
            ),
            Claim.of(.viewModelProtocol, "on the controller, third listing", for: .maintainer).says(
                "The controller only assigns, and formats nothing.",
                .none,
                here: makingTexts(property, "Controller", beside: mvc)
            ),
            Claim.of(.viewModelProtocol, "on the concrete class, second listing", for: .maintainer).says(
                "Another model needs another class, not another screen.",
                .none,
                here: .init(0, "changes of the screen for a model over a plain list, in a test", by: tests)
            ),
            Claim.of(.viewModelProtocol, "on notifying", for: .user).says(
                "With a binding for each property a late value reaches its item only.",
                .none,
                here: .init(0, "cells of other rows are made again for a late picture, in a test", by: tests)
            ),
        ]
    }

    private func presentationClaims(_ model: VersionReport, _ mvc: VersionReport) -> [Claim] {
        let presentations = model.evidence.layer("Presentation")
        let (new, old) = (model.evidence.layer("Controller"), mvc.evidence.layer("Controller"))
        return [
            Claim.of(.presentationModel, "introduction and problem 3", for: .tester).says(
                "All rules are tested without a view.",
                .all,
                here: .init(
                    model.evidence.testsWithoutView,
                    of: model.evidence.tests,
                    "tests of presentations name no view"
                )
            ),
            Claim.of(.presentationModel, "problem 3", for: .tester).says(
                "A fault in a cell breaks no test of a rule.",
                .none,
                here: .init(
                    model.evidence.tests - model.evidence.testsWithoutView,
                    "of \(model.evidence.tests) tests of presentations run with a view or a cell",
                    short: "\(model.evidence.tests - model.evidence.testsWithoutView) of \(model.evidence.tests)"
                )
            ),
            Claim.of(.presentationModel, "introduction; the strict forms", for: .beginner).says(
                "A presentation knows no view.",
                .all,
                here: .init(
                    presentations.linesWithoutView,
                    of: presentations.lines,
                    "lines of presentations are in files that name no view"
                )
            ),
            Claim.of(.presentationModel, "problem 1", for: .maintainer).says(
                "Rules of display are in one place, and not in controllers.",
                .none,
                here: makingTexts(model, "Controller", beside: mvc)
            ),
            Claim.of(.presentationModel, "problem 1", for: .maintainer).says(
                "Another cell does not repeat the rules.",
                .less,
                here: costs(model, beside: mvc, of: "compact")
                    .map { $0.adding("for a second design of a row, before the inbox's presentation owned its store") }
            ),
            Claim.of(.presentationModel, "introduction, fifth listing", for: .maintainer).says(
                "A presentation tidies the controller.",
                .less,
                here: controllers(model, "Controller", beside: mvc, in: "PresentationModel/Controllers")?
                    .adding("; only the inbox's presentation owns its store, as in the article")
            ),
            Claim.of(.presentationModel, "introduction", for: .maintainer).says(
                "The store's filter can become SQL, and no controller changes.",
                .none,
                here: .init(
                    new.listMentions,
                    "mentions of the list's content in controllers, \(old.listMentions) in MVC",
                    baseline: old.listMentions
                )
            ),
            Claim.of(.presentationModel, "trade-offs, on indirection", for: .chooser).says(
                "A second screen takes a second presentation of the same entity.",
                .atLeast(2),
                here: .init(
                    presentations.filesShowingMute,
                    "presentations show whether a chat is muted, \(old.filesShowingMute) controllers in MVC",
                    baseline: old.filesShowingMute
                )
            ),
            Claim.of(.presentationModel, "trade-offs, sixth listing", for: .chooser).says(
                "Wrapping simple things is boilerplate.",
                .mostly,
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
            Claim.of(
                .oftenSaid,
                "of VIPER: Cheesecake Labs, cheesecakelabs.com/blog/ios-architecture-viper-tips; Kazai Mazai, "
                    + "kazaimazai.com/viper-lessons-learned",
                for: .chooser
            ).says(
                "VIPER takes much more code than MVC.",
                .muchMore,
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
            Claim.of(
                .oftenSaid,
                "of a store: the Redux documentation, redux.js.org, Three Principles",
                for: .maintainer
            ).says(
                "Only reducers change the state.",
                .none,
                here: .init(
                    writes.values.reduce(0, +),
                    "assignments to the state are outside the reducers of Unidirectional store"
                )
            ),
            Claim.of(
                .oftenSaid,
                "of @Observable: Apple's documentation of SwiftUI, Migrating to the Observable macro",
                for: .user
            ).says(
                "Only what reads a changed property is drawn again.",
                .atMost(1),
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
