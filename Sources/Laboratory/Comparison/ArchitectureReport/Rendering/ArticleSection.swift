import SourceMeasure

extension ComparisonReport {
    /// The claims of the article that this comparison began with, next to the findings in its code and in this
    /// report.
    var articleSection: ReportSection {
        ReportSection(
            id: "article",
            title: "The article's own claims",
            table: Table(
                header: ["claim", "its own code", "here"],
                rows: [
                    [
                        "MVVM takes 9% more code", "1,981 against 1,807 code lines as it counts them: 9.6% more",
                        moreCode,
                    ],
                    [
                        "Views are 74% of MVC's", "not counted here",
                        "No version has views of its own: all show the same ones",
                    ],
                    ["View controllers are 53% of MVC's", "not counted here", controllers],
                    [
                        "No relationship is bidirectional",
                        "ChatEventRouter calls ChatEndpoint, and ChatEndpoint calls ChatEventRouter",
                        bidirectional,
                    ],
                ]
            ),
            notes: [
                "The article is \"Working With Static Patterns: A Swift MVVM Tutorial\" "
                    + "(https://www.toptal.com/swift/static-patterns-swift-mvvm-tutorial). It compares classic MVC with MVVM by "
                    + "events, routers and static handlers, each as an app of its own on models with a simulated server. Its "
                    + "code is github.com/LucasVanDongen/iOSArchitecturesCompared; the two files that call each other "
                    + "are as of commit 2b3679135e786f0c6349ca60b10db329492ff954.",
                "\"Here\" is Event-driven MVVM beside Classic MVC, both on one session. Their statics are instances that are "
                    + "handed over here, which adds the code that hands them over.",
            ]
        )
    }

    private func version(_ name: String) -> VersionReport? { versions.first { $0.name == name } }

    private var both: (mvc: VersionReport, mvvm: VersionReport)? {
        version("Classic MVC").flatMap { mvc in version("Event-driven MVVM").map { (mvc, $0) } }
    }

    private var moreCode: String {
        guard let (mvc, mvvm) = both, mvc.code.code > 0 else { return "-" }
        let more = Double(mvvm.code.code) / Double(mvc.code.code) - 1
        return "\(mvvm.code.code) against \(mvc.code.code) code lines: "
            + (more < 0 ? "\(percent(-more)) less" : "\(percent(more)) more")
    }

    private var controllers: String {
        guard let (mvc, mvvm) = both, let old = mvc.code.lines(of: "Controller"), let new = mvvm.code.lines(of: "View"),
            old > 0
        else { return "-" }
        return "\(new) against \(old) code lines: \(percent(Double(new) / Double(old)))"
    }

    private var bidirectional: String {
        guard let (mvc, mvvm) = both else { return "-" }
        func words(_ code: SourceMeasurement) -> String { "\(code.inCycles) of \(code.declarations)" }
        return "\(words(mvvm.code)) types and other declarations lie in cycles, \(words(mvc.code)) in MVC's"
    }
}

extension SourceMeasurement {
    fileprivate func lines(of layer: String) -> Int? { layers.first { $0.name == layer }?.code }
}
