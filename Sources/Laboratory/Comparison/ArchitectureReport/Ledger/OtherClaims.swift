import SourceMeasure

/// The claims of the chapter and articles that followed.
extension ComparisonReport {
    /// The claims about MVVM with bindings, beside classic MVC.
    var reactiveClaims: [Claim] {
        guard let mvc = version("Classic MVC"), let bound = version("MVVM with bindings") else { return [] }
        let lines = bound.code.code
        let withKit = lines + (bound.kit?.code ?? 0)
        return [
            withoutView("With bindings, view models are tested as functions.", .reactive, bound, beside: mvc),
            Claim(
                source: .reactive,
                sentence: "With bindings, controllers get small.",
                here: controllers(bound, "Controller", beside: mvc),
                command: measuring("ClassicMVC/Controllers", "MVVMBindings/Controllers"),
                shows: self.lines([(mvc, "Controller"), (bound, "Controller")])
            ),
            Claim(
                source: .reactive,
                sentence: "With bindings, each keystroke is validated.",
                here: .init("One test of the form passes in all", .everywhere),
                command: "swift test --filter BehaviourSuiteTests.CreateChatViewTests"
            ),
            Claim(
                source: .reactive,
                sentence: "With bindings, nothing refers back in circles.",
                here: .init(
                    "\(bound.code.inCycles) of \(bound.code.declarations) declarations in circles, \(mvc.code.inCycles) of "
                        + "\(mvc.code.declarations) in MVC; bindings lead back at run time, which names do not show: in MVVM by "
                        + "property one kept a whole screen alive until a test found it",
                    bound.code.inCycles == 0 ? .holds : .fails
                ),
                command: measuring("ClassicMVC", "MVVMBindings"),
                shows: ["\(mvc.code.inCycles)", "\(bound.code.inCycles)"]
            ),
            Claim(
                source: .reactive,
                sentence: "Bindings take less code than MVC.",
                here: .init(
                    "\(lines) against \(mvc.code.code) lines, with its library of bindings \(withKit)",
                    holds: lines < mvc.code.code
                ),
                command: measuring("ClassicMVC", "MVVMBindings", "BindingKit"),
                shows: ["\(lines)", "\(mvc.code.code)", "\(withKit - lines)"]
            ),
            cost(
                of: "mute",
                "Muting",
                "With bindings, a new output and input are a line each.",
                .reactive,
                bound,
                beside: mvc
            ),
        ].compactMap(\.self)
    }

    /// The claims about view models behind protocols and about presentation models.
    var modelClaims: [Claim] {
        guard let mvc = version("Classic MVC"), let model = version("Presentation Model"),
            let property = version("MVVM by property")
        else { return [] }
        return [
            Claim(
                source: .viewModelProtocol,
                sentence: "A screen is tested with a stub of its view model.",
                here: .init("The controllers of MVVM with bindings need one stub each and no real object", .holds),
                command: "swift test --filter MVVMBindingsTests.ViewControllerTests"
            ),
            Claim(
                source: .viewModelProtocol,
                sentence: "A picture that comes late changes its own row only.",
                here: .init("One test of the list passes in all", .everywhere),
                command: "swift test --filter BehaviourSuiteTests.ChatListViewTests"
            ),
            Claim(
                source: .viewModelProtocol,
                sentence: "A binding for each property redraws only what changed.",
                here: .init("One message makes one cell in each, because the table keeps cells", .everywhere),
                command: "swift test --filter BehaviourSuiteTests.ChatListViewTests"
            ),
            Claim(
                source: .viewModelProtocol,
                sentence: "Another model can stand under the same screen.",
                here: .init(
                    "MVVM by property shows a list that no session knows, and so does VIPER in Modules.md (OwnModel), both with no "
                        + "change of the screen; five others take the session itself",
                    .inPart
                ),
                command: "swift test --filter PropertyMVVMTests.SecondModelTests"
            ),
            littleCode(
                "A protocol with a property for each part costs little.",
                .viewModelProtocol,
                property,
                in: "PropertyMVVM",
                beside: mvc,
                "; \(property.code.inCycles) declarations in circles"
            ),
            withoutView("Presentation models are tested without a view.", .presentationModel, model, beside: mvc),
            Claim(
                source: .presentationModel,
                sentence: "Presentation models make controllers much smaller.",
                here: controllers(model, "Controller", beside: mvc),
                command: measuring("ClassicMVC/Controllers", "PresentationModel/Controllers"),
                shows: lines([(mvc, "Controller"), (model, "Controller")])
            ),
            littleCode(
                "Presentation models cost little code.",
                .presentationModel,
                model,
                in: "PresentationModel",
                beside: mvc
            ),
            Claim(
                source: .presentationModel,
                sentence: "Presentation models can leave the main thread.",
                here: .init(
                    "A presentation is a value, and a test makes its texts on another thread. So are VIPER's presenters, and "
                        + "what makes the texts of event-driven MVVM, of the store and of MVVM with bindings; presenters of MVP "
                        + "and all controllers are objects of one thread. VIPER alone does it in the app",
                    .holds
                ),
                command: "swift test --filter PresentationModelTests.ChatPresentationTests"
            ),
        ]
    }

    /// The claims about VIPER, whose roles are the product's own.
    var viperClaims: [Claim] {
        guard let mvc = version("Classic MVC"), let viper = version("VIPER") else { return [] }
        var claims = [
            Claim(
                source: .viper,
                sentence: "A VIPER screen is tested alone, with doubles.",
                here: .init(
                    "The tests of its screens need doubles of model and router, and no session; Unidirectional store reaches the "
                        + "same by closures",
                    .inPart
                ),
                command: "swift test --filter ChatListTests"
            ),
            Claim(
                source: .viper,
                sentence: "VIPER's roles form no circles.",
                authors: .init("46 declarations in circles in FootballGather's VIPER", .fails),
                here: .init(
                    "\(viper.code.inCycles) of \(viper.code.declarations) declarations in circles",
                    holds: viper.code.inCycles == 0
                ),
                command: "swift run architecture-comparison claims"
            ),
            Claim(
                source: .viper,
                sentence: "VIPER takes several times the code of MVC.",
                here: .init(
                    "\(Numbers.grouped(viper.code.code)) against \(mvc.code.code) lines, its own queries, its runtime and "
                        + "features that no scenario demands among them",
                    .inPart
                ),
                command: "swift run architecture-comparison claims"
            ),
        ]
        if let cost = feature("mute", in: viper.name), let other = feature("mute", in: mvc.name) {
            claims.append(
                Claim(
                    source: .viper,
                    sentence: "In VIPER a change stays within one role.",
                    here: .init(
                        "Muting changed \(cost.layers.count) layers and \(cost.sources.files) files, in MVC "
                            + "\(other.layers.count) and \(other.sources.files)",
                        holds: cost.layers.count <= other.layers.count
                    ),
                    command: changing(cost, in: viper),
                    shows: cost.sources.figures
                )
            )
        }
        return claims
    }

    /// Sentences that this page began with before it had a ledger.
    var pageClaims: [Claim] {
        var claims: [Claim] = []
        if let total = versions.first?.behaviour.total, total > 0 {
            claims.append(
                Claim(
                    source: .page,
                    sentence: "All architectures can do the same.",
                    here: .init(
                        "\(versions.count { $0.behaviour.passed == total }) of \(versions.count) pass all \(total) scenarios under "
                            + "\(seeds) \(seeds == 1 ? "seed" : "seeds")",
                        versions.allSatisfy { $0.behaviour.passed == total } ? .everywhere : .fails
                    ),
                    command: "swift test --filter BehaviourSuiteTests.ArchitectureTests"
                )
            )
        }
        claims.append(
            Claim(
                source: .page,
                sentence: "The architecture decides how an app slows.",
                here: .init(
                    "Measured once: exponents 0.16 to 0.19 with windows, kept cells and kept counts, 0.82 to 0.91 without, in "
                        + "all alike; this is nearly built in, because they share session and tables",
                    .fails
                ),
                command: Self.measuredOnce
            )
        )
        if let mvc = version("Classic MVC"), let viper = version("VIPER") {
            func lines(_ version: VersionReport) -> Int {
                features.filter { $0.version == version.name && $0.feature != "groups" }.reduce(0) {
                    $0 + $1.sources.lines
                }
            }
            func all(_ version: VersionReport) -> Int {
                features.filter { $0.version == version.name }.reduce(0) { $0 + $1.sources.lines }
            }
            claims.append(
                Claim(
                    source: .page,
                    sentence: "Features cost VIPER six times what they cost MVC.",
                    here: .init(
                        "\(all(viper)) against \(all(mvc)) lines, but of unlike scope: its queries count and its groups do more. "
                            + "Without groups \(lines(viper)) against \(lines(mvc))",
                        .inPart
                    ),
                    command: "swift run architecture-comparison claims"
                )
            )
        }
        claims.append(
            Claim(
                source: .page,
                sentence: "Some architectures hide more faults from tests.",
                here: .init(
                    "57 to 60 of 60 mutations were found in each, whose intervals overlap (86-98% and 94-100%)",
                    .fails
                ),
                command: "git show d4d21ffb:Sources/Laboratory/Comparison/Results/mutation.json"
            )
        )
        return claims
    }
}
