import SourceMeasure

extension ComparisonReport {
    var behaviourSection: ReportSection {
        let passed = versions.map { "\($0.behaviour.passed) of \($0.behaviour.total)" }
        let isSame = Set(passed).count == 1
        let sentence =
            isSame
            ? "Every version passes \(passed.first ?? "none") scenarios"
            : "Scenarios passed: " + list(zip(versions, passed).map { "\($0.name) \($1)" })
        return ReportSection(
            id: "behaviour",
            title: "Behaviour",
            notes: [
                "\(sentence), each played under \(seeds) \(seeds == 1 ? "seed" : "seeds"); it passes when it holds under each."
            ],
            items: versions.flatMap { version in
                version.behaviour.failures.map { failure in
                    "\(version.name) fails \"\(failure.scenario)\" (seed \(failure.seed)): \(failure.difference)"
                }
            }
        )
    }

    var testabilitySection: ReportSection {
        ReportSection(
            id: "testability",
            title: "Testability",
            table: table([("lines that know no view", { Numbers.grouped($0.evidence.linesWithoutView) })]),
            notes: [
                "A view is a class of PhoneKit that is no model, or a class or an actor of the layer View; lines are those of files whose code names none.",
                "To make one screen, a test of VIPER gives two doubles, of model and router, and one of MVVM by property gives one, of "
                    + "its view model. MVVM with statics and Unidirectional store take closures and values. Classic MVC, MVP, the "
                    + "controllers of Presentation Model and the view models of MVVM with bindings take the real session and queue, "
                    + "and MV with @Observable its models.",
                "That VIPER and Unidirectional store reach the session through a seam, protocols such as ChatModel and the "
                    + "closures of ChatClient, is how they were written: any pattern can have one.",
            ]
        )
    }

    var sharedSection: ReportSection {
        ReportSection(
            id: "shared",
            title: "Counted in no version",
            table: Table(
                header: ["", "files", "code lines"],
                rows: shared.map { [$0.name, "\($0.files)", Numbers.grouped($0.code)] }
            ),
            notes: [
                "But for a kit, what a version alone needs is counted in it; a test holds that each file that is reached from one "
                    + "version is reached from another as well, by the names that its code mentions."
            ]
        )
    }
}
