import SourceMeasure

/// A claim about an architecture, what speaks for and against it, and a command that measures it again.
struct Claim: Equatable {
    enum Verdict: String, CaseIterable {
        case fails
        case inPart = "holds in part"
        case holds
        case everywhere = "holds for every architecture"
        case untested
    }

    /// The source of a claim.
    enum Source: String {
        case article = "Static patterns"
        case reactive = "Reactive MVVM"
        case viewModelProtocol = "View-model protocol"
        case presentationModel = "Presentation model"
        case viper = "VIPER"
        case page = "This page, before"
    }

    /// A measurement in words, and what it says about the claim; nil if it says nothing.
    struct Finding: Equatable {
        let words: String
        let verdict: Verdict?

        init(_ words: String, _ verdict: Verdict?) { (self.words, self.verdict) = (words, verdict) }

        init(_ words: String, holds: Bool) { self.init(words, holds ? .holds : .fails) }

        static let notMeasured = Finding("not measured", nil)
    }

    let source: Source
    /// The claim in one sentence, in our own words.
    let sentence: String
    /// The finding in the code of the claim's author.
    var authors = Finding.notMeasured
    /// The finding of this comparison, in which everything but the architecture is the same.
    let here: Finding
    /// The command that measures it again, from the package's folder; empty if nothing measures it yet.
    var command = ""
    /// The figures that the command prints, if it takes under a second.
    var shows: [String] = []

    /// The verdict of both findings: in part if they disagree, untested if neither says anything.
    var verdict: Verdict {
        let verdicts = Set([authors.verdict, here.verdict].compactMap(\.self))
        return verdicts.count > 1 ? .inPart : verdicts.first ?? .untested
    }
}

extension ComparisonReport {
    /// Every claim whose architectures are in the report, in the order of their sources.
    var ledger: [Claim] { articleClaims + reactiveClaims + modelClaims + viperClaims + pageClaims }

    func version(_ name: String) -> VersionReport? { versions.first { $0.name == name } }

    /// The ledger as a section of text and Markdown; the page has it folded.
    var ledgerSection: ReportSection {
        ReportSection(
            id: "ledger",
            title: "The ledger of claims",
            table: Table(
                header: ["claim", "its author's code", "here", "verdict", "measure it again"],
                rows: ledger.map { claim in
                    [
                        "\(claim.source.rawValue): \(claim.sentence)", claim.authors.words, claim.here.words,
                        claim.verdict.rawValue, claim.command,
                    ]
                }
            ),
            notes: [ledgerSummary] + Self.sourceNotes
        )
    }

    /// The number of claims of each verdict, in one sentence.
    var ledgerSummary: String {
        let counts = Claim.Verdict.allCases.compactMap { verdict -> String? in
            let count = ledger.count { $0.verdict == verdict }
            return count == 0 ? nil : "\(count) \(Self.words(for: verdict, count))"
        }
        return "Of \(ledger.count) claims \(list(counts))."
    }

    private static func words(for verdict: Claim.Verdict, _ count: Int) -> String {
        switch verdict {
        case .fails: count == 1 ? "fails" : "fail"
        case .inPart: count == 1 ? "holds in part" : "hold in part"
        case .holds: count == 1 ? "holds" : "hold"
        case .everywhere: count == 1 ? "holds for every architecture" : "hold for every architecture"
        case .untested: count == 1 ? "is untested" : "are untested"
        }
    }

    /// The sources of the claims, and how their authors' code was measured.
    static let sourceNotes = [
        "Static patterns is the article \"Working With Static Patterns: A Swift MVVM Tutorial\" "
            + "(https://www.toptal.com/swift/static-patterns-swift-mvvm-tutorial), and its author's code is "
            + "github.com/LucasVanDongen/iOSArchitecturesCompared, folders MVC/MVCChat and MVVM/MVVMChat, as of "
            + "2b3679135e786f0c6349ca60b10db329492ff954. VIPER's is github.com/radude89/footballgather-ios. Their figures were "
            + "measured once, by the command measure, and are not measured again with this page. The other three are a chapter on MVVM with RxSwift, an article on view models behind "
            + "protocols with a binding for each property, and one on presentation models. Claims are in our own words.",
        "A verdict is about the claim, not about the architecture. A claim holds in part where its author's code and this "
            + "comparison disagree. One that holds for every architecture is no reason to choose one.",
    ]

    // Helpers of the claims.

    static let comparison = "Sources/Laboratory/Comparison"

    /// The command that shows the times of messages, which were measured once.
    static let measuredOnce = "git show 8cdc93b9:\(comparison)/ArchitectureReport/ArchitectureReport.docc/Comparison.md"

    /// The command that counts folders below `Sources/Laboratory/Comparison`.
    func measuring(_ folders: String...) -> String {
        "swift run architecture-comparison measure "
            + folders.map { "\($0.split(separator: "/")[0])=\(Self.comparison)/\($0)" }.joined(separator: " ")
    }

    /// The command that shows what the commit of a feature changed in one architecture.
    func changing(_ feature: FeatureCost, in version: VersionReport) -> String {
        let folders = (version.folders + version.formerFolders).joined(separator: ",")
        return "swift run architecture-comparison change \(feature.before.prefix(12)) \(feature.after.prefix(12)) "
            + "--repository . --folders \(folders)"
    }

    func ratio(_ part: Int, _ whole: Int) -> String { percent(Double(part) / Double(max(1, whole))) }
}
