import SourceMeasure

/// A sentence that the figures bear out, and where they stand.
struct Claim: Equatable {
    let sentence: String
    /// The section's name in links.
    let section: String
    /// Which of its rows or columns bear it out.
    let row: String
}

extension ComparisonReport {
    /// What holds, of all that is worth saying first: a sentence that the figures do not bear out is not among them.
    var claims: [Claim] {
        [
            sameBehaviour, growthIsTheStrategys, sameReading, strategyBeatsArchitecture, featureCost, sizes, cycles,
            doubles,
        ].compactMap { $0 }
    }

    var claimSection: ReportSection {
        ReportSection(
            id: "claims",
            title: "What holds",
            table: Table(header: ["claim", "borne out by"], rows: claims.map { [$0.sentence, place(of: $0)] })
        )
    }

    /// The title of a claim's section, and the row or column in it.
    func place(of claim: Claim) -> String {
        let section = evidence.first { $0.id == claim.section }
        return "\(section?.title ?? claim.section): \(claim.row)"
    }

    private var sameBehaviour: Claim? {
        guard let total = versions.first?.behaviour.total, versions.count > 1,
            versions.allSatisfy({ $0.behaviour.passed == total && $0.behaviour.total == total })
        else { return nil }
        return Claim(
            sentence:
                "All \(versions.count) versions pass the same scenarios: each of them all \(total), under every seed.",
            section: "behaviour",
            row: "every row"
        )
    }

    /// The exact count of rows decides, not the time.
    private var growthIsTheStrategys: Claim? {
        guard let on = range({ $0.cost(.all)?.rowsReadExponent }),
            let off = range({ $0.cost(.none)?.rowsReadExponent }),
            let fast = range({ $0.cost(.all)?.timeExponent }), let slow = range({ $0.cost(.none)?.timeExponent }),
            on.high < 0.25, off.low > 0.75, fast.high < slow.low
        else { return nil }
        return Claim(
            sentence:
                "Growth belongs to the strategy, not to the architecture: with every strategy on, the time for one "
                + "message grows with the chats by an exponent of \(span(fast, 2)); with all off, by \(span(slow, 2)), "
                + "whatever the version.",
            section: "growth",
            row: "\(StrategyChoice.all.title) beside \(StrategyChoice.none.title)"
        )
    }

    private var sameReading: Claim? {
        guard let on = range({ $0.cost(.all)?.largest?.rowsRead }),
            let off = range({ $0.cost(.none)?.largest?.rowsRead }),
            let chats = versions.first?.cost(.all)?.largest?.chats, on.low > 0, on.high * 10 < off.low
        else { return nil }
        return Claim(
            sentence:
                "At \(Numbers.grouped(chats)) chats, one message makes a version read \(span(on)) rows with every strategy "
                + "on and \(span(off)) with all off.",
            section: "rows",
            row: "\(StrategyChoice.all.title) beside \(StrategyChoice.none.title)"
        )
    }

    private var strategyBeatsArchitecture: Claim? {
        guard let on = range({ $0.cost(.all)?.largest?.time.median }), on.low > 0,
            let gain = range({ version in
                version.cost(.all)?.largest.flatMap { on in
                    version.cost(.none)?.largest.map { $0.time.median / on.time.median }
                }
            }), gain.low > on.high / on.low
        else { return nil }
        return Claim(
            sentence:
                "The strategy decides more than the architecture: between the quickest and the slowest version lies a factor "
                + "of \(Numbers.fixed(on.high / on.low, 1)), between all strategies on and off one of \(span(gain)) in "
                + "each version.",
            section: "time",
            row: "the first column, and each row's ends"
        )
    }

    /// All features together, where every version has each.
    private var featureCost: Claim? {
        var names: [String] = []
        for cost in features where !names.contains(cost.feature) { names.append(cost.feature) }
        let totals = versions.compactMap { version -> (name: String, lines: Int, files: Int)? in
            let own = features.filter { $0.version == version.name }.map(\.sources)
            guard own.count == names.count, !own.isEmpty else { return nil }
            return (
                version.name, own.reduce(0) { $0 + $1.linesAdded + $1.linesModified },
                own.reduce(0) { $0 + $1.filesAdded + $1.filesTouched }
            )
        }.sorted { $0.lines < $1.lines }
        guard totals.count == versions.count, let least = totals.first, let most = totals.last, least.lines < most.lines
        else { return nil }
        return Claim(
            sentence: "What a feature costs differs by version: \(list(names)) together took "
                + "\(least.lines) code lines in \(least.name), a file being touched \(least.files) times, and "
                + "\(most.lines) in \(most.name), \(most.files) times.",
            section: featureSections.first?.id ?? "",
            row: "lines added and modified, files, and so for each feature"
        )
    }

    private var sizes: Claim? {
        let sorted = versions.sorted { $0.code.code < $1.code.code }
        guard let least = sorted.first, let most = sorted.last, least.code.code < most.code.code else { return nil }
        return Claim(
            sentence: "What differs is how much code there is and how it hangs together: from "
                + "\(Numbers.grouped(least.code.code)) code lines (\(least.name)) to \(Numbers.grouped(most.code.code)) "
                + "(\(most.name)).",
            section: "code",
            row: "code lines"
        )
    }

    private var cycles: Claim? {
        let without = versions.filter { $0.code.inCycles == 0 }.map(\.name)
        guard !without.isEmpty, without.count < versions.count else { return nil }
        return Claim(
            sentence:
                "Declarations refer to each other in circles in \(versions.count - without.count) of \(versions.count) "
                + "versions; \(list(without)) \(without.count == 1 ? "has" : "have") none.",
            section: "structure",
            row: "in cycles"
        )
    }

    private var doubles: Claim? {
        let alone = versions.filter { version in
            !version.testability.screens.isEmpty && version.testability.screens.allSatisfy(\.objects.isEmpty)
        }.map(\.name)
        guard !alone.isEmpty, alone.count < versions.count else { return nil }
        return Claim(
            sentence:
                "Of the types that are named as screens, those of \(list(alone)) alone can be made in a test without a real "
                + "object; what is named decides that as well, as is said there.",
            section: "testability",
            row: "real objects"
        )
    }

    private typealias Range = (low: Double, high: Double)

    /// Nil where a version has no such value.
    private func range(_ value: (VersionReport) -> Double?) -> Range? {
        let values = versions.compactMap(value)
        guard values.count == versions.count, let low = values.min(), let high = values.max() else { return nil }
        return (low, high)
    }

    private func span(_ range: Range, _ digits: Int? = nil) -> String {
        func word(_ value: Double) -> String { digits.map { Numbers.fixed(value, $0) } ?? Numbers.short(value) }
        let (low, high) = (word(range.low), word(range.high))
        return low == high ? low : "\(low) to \(high)"
    }
}
