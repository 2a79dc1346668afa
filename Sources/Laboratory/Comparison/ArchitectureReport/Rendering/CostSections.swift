import SourceMeasure

/// The costs by architecture and strategy: architectures are the rows, strategies the columns.
extension ComparisonReport {
    var costSections: [ReportSection] {
        [growthSection, timeSection, rowSection, workSection, memorySection]
            + (hasInstructions ? [instructionSection] : []) + [lineSection]
    }

    /// The number of chats in tables for a single size.
    private var size: String { Numbers.grouped(versions.first?.cost(.all)?.largest?.chats ?? 0) }

    private var hasInstructions: Bool {
        versions.contains { $0.costs.contains { $0.points.contains { $0.instructions != nil } } }
    }

    private func grid(_ cell: @escaping (Cost) -> String) -> Table {
        table(StrategyChoice.allCases.map { choice in (choice.title, { $0.cost(choice).map(cell) ?? "-" }) })
    }

    private func gridAtLargest(_ cell: @escaping (Cost.Point) -> String) -> Table {
        grid { $0.largest.map(cell) ?? "-" }
    }

    private var growthSection: ReportSection {
        let sizes = (versions.first?.cost(.all)?.points ?? []).map { Numbers.grouped($0.chats) }
        return ReportSection(
            id: "growth",
            title: "How the time for one message grows with the chats",
            table: grid { Numbers.orDash($0.timeExponent, 2) },
            notes: [
                "Exponents of the nearest power law through \(list(sizes)) chats: 0 does not grow with the chats, 1 grows "
                    + "as they do. Read a row to see what a strategy does, a column to see what an architecture does.",
                "Strategies are switched under every version alike. With a window a screen asks for the rows that it needs, "
                    + "without one for all there are. Kept cells are made anew only when their row has changed. The "
                    + "number of unread messages is kept with the history, or added up over all chats.",
                "VIPER's window is switched in its list alone, and its presenters keep the rows they made whether cells are "
                    + "kept or not.",
            ] + shortLists
        )
    }

    /// A note that the smallest lists do not fill a window, so that fewer rows are read there with every strategy on.
    private var shortLists: [String] {
        let rows = Set(versions.map { $0.cost(.all)?.points.map { Numbers.short($0.rowsRead) } ?? [] })
        guard rows.count == 1, let same = rows.first, let last = same.last, same.first != last else { return [] }
        return [
            "With every strategy on, one message makes every version read \(list(same)) rows at these sizes: a list that is "
                + "shorter than its window is read whole. That is a part of the growth that remains."
        ]
    }

    private var timeSection: ReportSection {
        ReportSection(
            id: "time",
            title: "Time for one message at \(size) chats, in ms",
            table: gridAtLargest { point in
                let (median, low, high) = (point.time.median / 1000, point.time.low / 1000, point.time.high / 1000)
                return "\(Numbers.short(median)) (\(Numbers.short(low))-\(Numbers.short(high)))"
            },
            notes: [
                "The median, and in brackets what a tenth of the messages stayed below and what a tenth exceeded. "
                    + "The list is on top, each chat holds \(messagesPerChat) messages, and each message is for another "
                    + "chat; the processor's time from the push until nothing is left to do, everything on one thread, the "
                    + "history in memory where the system has such a place; pauses take no time, and neither does what "
                    + "else the machine does. Each cell is a process of its own.",
                hasInstructions
                    ? "Instructions are counted as well, below."
                    : "Instructions could not be counted: this machine's processor does not offer it, or the system does "
                        + "not let it be read. Rows and statements, below, are exact and the same on every machine.",
            ] + eagerTexts
        )
    }

    /// A note on a difference that seems due to the architecture, but is due to its author.
    private var eagerTexts: [String] {
        func time(_ name: String) -> Double? {
            versions.first { $0.name == name }?.cost(.wholeList)?.largest?.time.median
        }
        let (eager, lazy) = ("Event-driven MVVM", "MVVM with bindings")
        guard let most = time(eager), let least = time(lazy), least > 0, most > least else { return [] }
        return [
            "Without a window \(eager) takes \(Numbers.fixed(most / least, 1)) times as long as \(lazy). The one makes the "
                + "texts of every row at each event, the other those of a row that is shown. That is how they were written: "
                + "either pattern could do either."
        ]
    }

    private var rowSection: ReportSection {
        ReportSection(
            id: "rows",
            title: "Rows read and cells made for one message at \(size) chats",
            table: gridAtLargest { "\(Numbers.short($0.rowsRead)) / \(Numbers.short($0.cellsMade))" },
            notes: [
                "Rows that the history's queries returned, and cells that the list's table made. Both are counted; what a version "
                    + "makes on the way to its cells is not: Event-driven MVVM builds a view model of every row at each event."
            ]
        )
    }

    private var workSection: ReportSection {
        ReportSection(
            id: "statements",
            title: "Statements and view updates for one message at \(size) chats",
            table: gridAtLargest { "\(Numbers.short($0.statements)) / \(Numbers.short($0.viewUpdates))" },
            notes: [
                "Statements that the history was asked, those that begin and end transactions included, and how often a view "
                    + "was told to show something else. Both are counted."
            ]
        )
    }

    private var memorySection: ReportSection {
        ReportSection(
            id: "memory",
            title: "Memory at \(size) chats, in MiB",
            table: gridAtLargest { Numbers.orDash($0.mebibytes, 1) },
            notes: [
                "What the process holds more, once the messages are in, than before the app started; - where the system does "
                    + "not say."
            ]
        )
    }

    private var instructionSection: ReportSection {
        ReportSection(
            id: "instructions",
            title: "Instructions for one message at \(size) chats, in thousands",
            table: gridAtLargest { $0.instructions.map { Numbers.short($0 / 1000) } ?? "-" },
            notes: ["Those that the processor executed outside of the kernel, as it counts them."]
        )
    }

    private var lineSection: ReportSection {
        func words(_ words: Set<String>) -> String { list(words.sorted()) }
        return ReportSection(
            id: "strategy-lines",
            title: "Code lines that a strategy takes",
            table: table([
                ("windows", { "\($0.strategyLines.window)" }), ("kept cells", { "\($0.strategyLines.cells)" }),
                ("kept counts", { "\($0.strategyLines.counts)" }),
            ]),
            notes: [
                "Lines that name something a strategy needs; what all versions share for it is in none, nor "
                    + "is how many people, members or files are asked for. For windows: "
                    + "\(words(StrategyLines.windowWords)); for kept cells: \(words(StrategyLines.cellWords)); for kept "
                    + "counts: \(words(StrategyLines.countWords))."
            ]
        )
    }

    func list(_ words: [String]) -> String {
        words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
    }
}
