import SourceMeasure

extension ComparisonReport {
    /// The code lines again, under the rules that a sceptic would choose.
    var bothWaysSection: ReportSection {
        func withQueries(_ version: VersionReport) -> Int {
            version.code.code + (version.queryLines == 0 ? queryLines : 0)
        }
        return ReportSection(
            id: "both-ways",
            title: "Code, counted both ways",
            table: table([
                ("as above", { Numbers.grouped($0.code.code) }),
                ("queries in each", { Numbers.grouped(withQueries($0)) }),
                ("queries in none", { Numbers.grouped($0.code.code - $0.queryLines) }),
                ("queries and kit in each", { Numbers.grouped(withQueries($0) + ($0.kit?.code ?? 0)) }),
                ("without any runtime", { Numbers.grouped($0.code.code - ($0.runtime?.code ?? 0)) }),
            ]),
            notes: [
                "What a screen asks of the session are queries. PhoneKit has them, in \(queryLines) code lines, for the versions "
                    + "that have none of their own, and they are counted in none of these. VIPER has its own, those of its "
                    + "fourth screen among them, which are counted in it; of PhoneKit's it takes the number of the unread alone.",
                "The driver tells the others of a new day and of a clock that was set; VIPER's runtime finds out by itself, and "
                    + "is counted in it, as the store's runtime is.",
                "The last column is the first without what would serve any app's screens, as others would take it from "
                    + "elsewhere\(runtimes.isEmpty ? "." : ": \(list(runtimes)).") A kit is in neither.",
            ]
        )
    }

    private var runtimes: [String] {
        versions.compactMap { version in
            version.runtime.map { "\($0.name) in \(version.name) (\(Numbers.grouped($0.code)))" }
        }
    }
}
