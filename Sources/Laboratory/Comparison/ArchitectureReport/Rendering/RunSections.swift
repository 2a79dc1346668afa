import SourceMeasure

extension ComparisonReport {
    var behaviourSection: ReportSection {
        ReportSection(
            id: "behaviour",
            title: "Behaviour",
            table: table([("scenarios passed", { "\($0.behaviour.passed) of \($0.behaviour.total)" })]),
            notes: [
                "Every scenario is played under \(seeds) \(seeds == 1 ? "seed" : "seeds"); it passes when it holds under each."
            ],
            items: versions.flatMap { version in
                version.behaviour.failures.map { failure in
                    "\(version.name) fails \"\(failure.scenario)\" (seed \(failure.seed)): "
                        + (failure.limit ?? failure.difference)
                }
            }
        )
    }

    var costSection: ReportSection {
        let sizes = versions.first?.cost.points.map(\.chats) ?? []
        func rows(_ title: String, _ cell: @escaping (Cost.Point) -> String) -> [Row] {
            sizes.enumerated().map { index, size in
                ("\(title), \(Numbers.grouped(size)) chats", { cell($0.cost.points[index]) })
            }
        }
        var all: [Row] = rows("µs") { Numbers.short($0.microseconds) }
        all.append(("growth of time: exponent", { Numbers.orDash($0.cost.timeExponent, 2) }))
        all += rows("view updates") { Numbers.short($0.viewUpdates) }
        all.append(("growth of view updates: exponent", { Numbers.orDash($0.cost.updateExponent, 2) }))
        all += rows("rows made") { Numbers.short($0.rowsBuilt) }
        all.append(("growth of rows: exponent", { Numbers.orDash($0.cost.rowExponent, 2) }))
        all += rows("MiB") { Numbers.orDash($0.mebibytes, 1) }
        return ReportSection(
            id: "cost",
            title: "Cost of one incoming message",
            table: table(all),
            notes: [
                "The list is on top, each chat holds \(messagesPerChat) messages, and each message is for another chat. "
                    + "Time is the median of real time from the push until nothing is left to do, everything on one "
                    + "thread, the history in memory where the system has such a place; pauses take no time.",
                "The exponent is that of the nearest power law: 0 does not grow with the chats, 1 grows as they do. "
                    + "Rows are those made from chats, changed or not.",
                "Memory is what the process holds more than before the app started, in a process of its own each"
                    + (hasMemory ? "." : "; this system does not say."),
            ]
        )
    }

    private var hasMemory: Bool { versions.contains { $0.cost.points.contains { $0.mebibytes != nil } } }

    var testabilitySection: ReportSection {
        var rows: [Row] = [
            ("code lines that know no view", { "\($0.testability.linesWithoutView)" }),
            ("code lines that its unit tests execute", { $0.unitCoverage.map(coverage) ?? "-" }),
        ]
        rows += screenRows("doubles") { $0.doubles.count }
        rows += screenRows("real objects") { $0.objects.count }
        return ReportSection(
            id: "testability",
            title: "Testability",
            table: table(rows),
            notes: [
                "A view is a class or an actor of the layer View; lines are those of files whose code names none.",
                "What a version's unit tests execute is by the toolchain's own profile, of the lines that can be "
                    + "executed, the behaviour suite apart; a dash says that it was not taken of the sources as they are.",
                "A screen's doubles are the protocols that its initializer or its run takes, and those that the "
                    + "version's own types among its parameters take in turn; classes and actors on that way, the "
                    + "shared modules' among them, come along as real objects. What a screen makes for itself is not counted.",
            ],
            items: versions.flatMap { version in
                version.testability.screens.map { screen in
                    "\(version.name), \(screen.type): doubles \(list(screen.doubles)); real objects \(list(screen.objects))"
                }
            }
        )
    }

    private func screenRows(
        _ title: String,
        _ count: @escaping (Testability.Screen) -> Int
    ) -> [Row] {
        let kinds = ["list", "form", "chat"]
        return kinds.enumerated().map { index, kind in
            (
                "\(title) for a test of the \(kind)",
                {
                    $0.testability.screens.indices.contains(index) ? "\(count($0.testability.screens[index]))" : "-"
                }
            )
        }
    }

    private func coverage(_ lines: LineCoverage) -> String {
        "\(lines.covered) of \(lines.coverable)\(lines.share.map { ", " + percent($0) } ?? "")"
    }

    private func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }

    var flowSection: ReportSection {
        ReportSection(
            id: "flow",
            title: "One incoming message, step by step",
            table: Table(
                header: ["what is seen", "job"],
                rows: versions.flatMap { version in
                    version.flow.map { ["\(version.name): \($0.words)", "\($0.job)"] }
                }
            ),
            notes: [
                "Recorded at the seams that all versions share, with ten chats: after each job that the app does, a "
                    + "second connection reads the history, and the driver says what is shown. "
                    + "What one and the same job did stands in a fixed order: disk, source, screen."
            ]
        )
    }
}
