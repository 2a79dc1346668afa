import ChatSimulation
import SourceMeasure

extension ComparisonReport {
    /// The sessions with faults of network, server, disk, clock and process, run through the views of each
    /// architecture.
    ///
    /// Nil if no architecture has results.
    var faultsSection: ReportSection? {
        guard versions.contains(where: { $0.faults != nil }) else { return nil }
        var rows: [Row] = [
            ("sessions", { $0.faults.map { Numbers.grouped($0.sessions) } ?? "-" }),
            ("in which every promise held", { $0.faults.map { Numbers.grouped($0.survived) } ?? "-" }),
            ("deaths arranged", { $0.faults.map { Numbers.grouped($0.deaths) } ?? "-" }),
            ("failing disks", { $0.faults.map { Numbers.grouped($0.diskFaults) } ?? "-" }),
            ("checks", { $0.faults.map { Numbers.grouped($0.checks) } ?? "-" }),
        ]
        for promise in Invariant.allCases {
            let key = "\(promise.rawValue)"
            guard versions.contains(where: { $0.faults?.broken[key] != nil }) else { continue }
            rows.append(("broken: \(promise.text)", { $0.faults.map { "\($0.broken[key] ?? 0)" } ?? "-" }))
        }
        return ReportSection(
            id: "faults",
            title: "Faults survived",
            table: table(rows),
            notes: [
                "A person uses each version through its views alone, while the network loses, doubles and reorders, the "
                    + "disk fails, the server refuses and falls silent, clocks jump and the process dies. "
                    + "\(Invariant.allCases.count) promises are held against the screen, the server and the files; a session counts "
                    + "where the first of them breaks. A death is arranged for some job or write to come, and may come too late to "
                    + "strike; losses of power are not among them. A session has a few chats, every other session a group among them, and never more chats than a page holds.",
                faultsOrigin,
            ]
        )
    }

    private var faultsOrigin: String {
        guard let faults else { return "No sessions are kept." }
        return "Played under seeds \(faults.firstSeed) to \(faults.lastSeed), at revision \(faults.revision). "
            + "A dash says that the version has changed since."
    }
}

extension FaultsSurvived.Entry {
    fileprivate var deaths: Int { (faults["death"] ?? 0) + (faults["deathAtWrite"] ?? 0) }
    fileprivate var diskFaults: Int { (faults["diskFull"] ?? 0) + (faults["diskError"] ?? 0) }
}
