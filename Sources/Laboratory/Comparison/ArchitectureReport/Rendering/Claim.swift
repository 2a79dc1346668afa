import SourceMeasure

/// A sentence that the figures prove, and the place of those figures.
struct Claim: Equatable {
    let sentence: String
    /// The identifier of the section in links.
    let section: String
    /// The rows or columns of the section that prove the claim.
    let row: String
}

extension ComparisonReport {
    /// The claims that the figures prove; a sentence that they do not prove is omitted.
    var claims: [Claim] {
        [
            sameBehaviour, growthIsTheStrategys, sameReading, strategiesBesideArchitecture, featureCost, sizes, cycles,
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

    /// Returns the title of a claim's section, and the row or column in it.
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

    /// The claim about growth; the exact count of rows decides, not the time.
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

    /// The claim about strategies and architectures; each strategy is judged separately.
    ///
    /// A strategy matters more than the architecture if switching it off slows every architecture by more than the
    /// architectures differ. It does not matter if no architecture slows by as much.
    private var strategiesBesideArchitecture: Claim? {
        guard let on = range({ $0.cost(.all)?.largest?.time.median }), on.low > 0, let off = loss(without: .none),
            let window = loss(without: .wholeList), let cells = loss(without: .newCells),
            let counts = loss(without: .addedCounts)
        else { return nil }
        let factor = on.high / on.low
        let losses = [("windows", window), ("kept cells", cells), ("kept counts", counts)]
        func names(_ isMeant: (Range) -> Bool) -> [String] { losses.filter { isMeant($0.1) }.map(\.0) }
        let (more, less) = (names { $0.low > factor }, names { $0.high <= factor })
        let some = names { $0.low <= factor && $0.high > factor }
        guard !more.isEmpty else { return nil }
        let verdicts =
            ["\(list(more)) decide more than the architecture"]
            + (some.isEmpty ? [] : ["\(list(some)) do in some versions"])
            + (less.isEmpty ? [] : ["\(list(less)) do not"])
        let words = verdicts.joined(separator: ", ")
        let verdict = words.prefix(1).uppercased() + words.dropFirst()
        return Claim(
            sentence:
                "\(verdict): the slowest version takes \(Numbers.fixed(factor, 1)) times as long as the quickest; "
                + "without a window a version takes \(span(window)) times as long, with the count added up "
                + "\(span(counts)), with cells not kept \(span(cells)), with all off \(span(off)).",
            section: "time",
            row: "the first column, and each row beside its first cell"
        )
    }

    /// Returns the ratio of the time for a message under `choice` to the time with every strategy on.
    private func loss(without choice: StrategyChoice) -> Range? {
        range { version in
            guard let on = version.cost(.all)?.largest, let off = version.cost(choice)?.largest else { return nil }
            return off.time.median / on.time.median
        }
    }

    /// The claim about the cost of all features together, if every architecture has each of them.
    private var featureCost: Claim? {
        var names: [String] = []
        for cost in features where !names.contains(cost.feature) { names.append(cost.feature) }
        let totals = versions.compactMap { version -> (name: String, lines: Int, files: Int)? in
            let own = features.filter { $0.version == version.name }.map(\.sources)
            guard own.count == names.count, !own.isEmpty else { return nil }
            return (
                version.name, own.reduce(0) { $0 + $1.lines }, own.reduce(0) { $0 + $1.filesAdded + $1.filesTouched }
            )
        }.sorted { $0.lines < $1.lines }
        guard totals.count == versions.count, let least = totals.first, let most = totals.last, least.lines < most.lines
        else { return nil }
        let dearest = features.filter { $0.version == most.name }.max { $0.sources.lines < $1.sources.lines }
        let share = names.count < 2 ? "" : dearest.map { ", \($0.sources.lines) of them for \($0.feature)" } ?? ""
        return Claim(
            sentence: "What a feature costs differs by version: \(list(names)) together took "
                + "\(least.lines) lines in \(least.files) file changes (\(least.name)), \(most.lines) in \(most.files) "
                + "(\(most.name))\(share).",
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

    /// Returns the range of a value, or nil if an architecture has no such value.
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

extension FeatureCost.Share {
    fileprivate var lines: Int { linesAdded + linesModified }
}
