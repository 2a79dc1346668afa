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
                    "\(version.name) fails \"\(failure.scenario)\" (seed \(failure.seed)): "
                        + (failure.limit ?? failure.difference)
                }
            }
        )
    }

    var testabilitySection: ReportSection {
        ReportSection(
            id: "testability",
            title: "Testability",
            table: table([
                ("lines that know no view", { Numbers.grouped($0.testability.linesWithoutView) }),
                ("doubles: list, form, chat", { perScreen($0) { $0.doubles.count } }),
                ("real objects: list, form, chat", { perScreen($0) { $0.objects.count } }),
            ]),
            notes: [
                "A view is a class of PhoneKit, or a class or an actor of the layer View; lines are those of files whose code names none.",
                "A screen's doubles are the protocols that its initializer or its run takes, and those that the "
                    + "version's own types among its parameters take in turn; classes and actors on that way, the "
                    + "shared modules' among them, come along as real objects. What a screen makes for itself is not counted.",
                "What is named as a screen decides the counts: in Unidirectional store it is the view controllers, which take a "
                    + "store's closures, while its reducers' tests give a stub of the client, of 21 closures; in "
                    + "MVVM with bindings it is the view models. Its view controllers take one double each, their view model's, "
                    + "and no real object.",
                "That VIPER and Unidirectional store reach the session through a seam, protocols such as ChatModel and the "
                    + "closures of ChatClient, is how they were written: any pattern can have one.",
            ],
            items: versions.flatMap { version in
                version.testability.screens.map { screen in
                    "\(version.name), \(screen.type): doubles \(names(screen.doubles)); real objects \(names(screen.objects))"
                }
            }
        )
    }

    private func perScreen(_ version: VersionReport, _ count: (Testability.Screen) -> Int) -> String {
        version.testability.screens.map { "\(count($0))" }.joined(separator: ", ")
    }

    private func names(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }

    var sharedSection: ReportSection {
        let files = sharedFiles.filter { $0.users.count < versions.count }
        return ReportSection(
            id: "shared",
            title: "Counted in no version",
            table: Table(
                header: ["", "files", "code lines"],
                rows: shared.map { [$0.name, "\($0.files)", Numbers.grouped($0.code)] }
            ),
            notes: [
                "But for a kit, what a version alone needs is counted in it; a test holds that each file that is reached from one "
                    + "version is reached from another as well, by the names that its code mentions. "
                    + "\(sharedFiles.count) files of these modules are reached from a version"
                    + (files.isEmpty ? ", each from all." : "; these are not reached from all:")
            ],
            items: files.map { "\($0.path): \(list($0.users))" }
        )
    }
}
