import SourceMeasure

/// The costs by architecture and strategy: architectures are the rows, strategies the columns.
extension ComparisonReport {
    var costSections: [ReportSection] { [growthSection, timeSection, workSection] }

    /// The number of chats in tables for a single size.
    private var size: String { Numbers.grouped(versions.first?.cost(.all)?.largest?.chats ?? 0) }

    private func grid(_ cell: @escaping (Cost) -> String) -> Table {
        table(StrategyChoice.allCases.map { choice in (choice.title, { $0.cost(choice).map(cell) ?? "-" }) })
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
                    + "number of unread messages is kept with the history, or added up over all chats. VIPER's window is "
                    + "switched in its list alone, and its presenters keep the rows they made whether cells are kept or not.",
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
            table: grid { cost in
                guard let time = cost.largest?.time else { return "-" }
                let (median, low, high) = (time.median / 1000, time.low / 1000, time.high / 1000)
                return "\(Numbers.short(median)) (\(Numbers.short(low))-\(Numbers.short(high)))"
            },
            notes: [
                "The median, and in brackets what a tenth of the messages stayed below and what a tenth exceeded. "
                    + "The list is on top, each chat holds \(messagesPerChat) messages, and each message is for another "
                    + "chat; the processor's time from the push until nothing is left to do, everything on one thread, the "
                    + "history in memory where the system has such a place; pauses take no time, and neither does what "
                    + "else the machine does. Each cell is a process of its own."
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

    /// The work for one message: a sentence for each strategy, and a list of the versions that differ from it.
    private var workSection: ReportSection {
        let counts: [(StrategyChoice, [String])] = StrategyChoice.allCases.map { choice in
            (choice, versions.map { $0.cost(choice)?.largest.map(words) ?? "-" })
        }
        let sentences = counts.map { choice, counted in
            let usual = counted.max { a, b in counted.count { $0 == a } < counted.count { $0 == b } } ?? "-"
            let others = zip(versions, counted).filter { $1 != usual }.map { "\($0.name): \($1)" }
            let who = others.isEmpty ? "every version" : "most versions"
            return "With \(choice.title), \(who): \(usual)" + (others.isEmpty ? "." : "; \(list(others)).")
        }
        let memory = StrategyChoice.allCases.compactMap { choice -> String? in
            guard let range = range({ $0.cost(choice)?.largest?.mebibytes }) else { return nil }
            return "\(choice.title) \(span(range, 1))"
        }
        return ReportSection(
            id: "rows",
            title: "Work for one message at \(size) chats",
            notes: [
                "Rows that the history's queries returned, statements that it was asked, cells that the list's table made, and "
                    + "how often a view was told to show something else. All are counted and exact."
            ]
                + (memory.isEmpty
                    ? [] : ["Memory beyond what the process held before the app started, in MiB: \(list(memory))."]),
            items: sentences
        )
    }

    private func words(_ point: Cost.Point) -> String {
        "\(Numbers.short(point.rowsRead)) rows, \(Numbers.short(point.statements)) statements, "
            + "\(Numbers.short(point.cellsMade)) cells, \(Numbers.short(point.viewUpdates)) view updates"
    }

    typealias Interval = (low: Double, high: Double)

    /// Returns the range of a value, or nil if an architecture has no such value.
    func range(_ value: (VersionReport) -> Double?) -> Interval? {
        let values = versions.compactMap(value)
        guard values.count == versions.count, let low = values.min(), let high = values.max() else { return nil }
        return (low, high)
    }

    func span(_ range: Interval, _ digits: Int? = nil) -> String {
        func word(_ value: Double) -> String { digits.map { Numbers.fixed(value, $0) } ?? Numbers.short(value) }
        let (low, high) = (word(range.low), word(range.high))
        return low == high ? low : "\(low) to \(high)"
    }

    func list(_ words: [String]) -> String {
        words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
    }
}
