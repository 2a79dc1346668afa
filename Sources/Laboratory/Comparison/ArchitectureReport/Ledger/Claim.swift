import SourceMeasure

/// A claim that a source makes about an architecture, with figures for and against it.
struct Claim: Equatable {
    enum Verdict: String, CaseIterable {
        case fails
        case inPart = "holds in part"
        case holds
        case everywhere = "holds for every architecture"
        case untested = "not decided"
    }

    /// The source of a claim.
    enum Source: String, CaseIterable {
        case article = "Static patterns"
        case reactive = "Reactive MVVM"
        case viewModelProtocol = "View-model protocol"
        case presentationModel = "Presentation model"
        case oftenSaid = "Often said"
    }

    /// The reader for whom a claim matters most.
    enum Reader: String {
        case beginner = "newcomers"
        case maintainer = "maintainers"
        case tester = "testers"
        case chooser = "teams that choose a pattern"
        case user = "users of the app"

        /// The reader in one word.
        var word: Substring { rawValue.prefix { $0 != " " } }
    }

    /// A figure, its numbers as a command prints them, and the command.
    struct Finding: Equatable {
        /// The numbers in a sentence.
        let words: String
        /// The figure as a row of the folded ledger shows it.
        let short: String
        let figure: Double
        /// The same figure of Classic MVC, if it decides whether the claim is about one architecture.
        var baseline: Double?
        /// The command that prints the numbers, from the package's folder.
        let command: String
        /// The numbers that the command prints.
        let numbers: [String]
    }

    let source: Source
    /// The place in the source, or who says it.
    let place: String
    /// The claim in one sentence, in our own words.
    let sentence: String
    let reader: Reader
    let limit: Limit
    /// The finding in the code of the claim's author, or of others.
    var authors: Finding?
    /// The finding of this comparison, in which everything but the architecture is the same.
    var here: Finding?
    /// The reason why the finding here decides nothing: it may be a liberty of the architecture.
    var withheld: String?

    /// The verdict, computed from the figures and the limit alone.
    var verdict: Verdict {
        let ours = withheld == nil ? here : nil
        let verdicts = Set([authors, ours].compactMap { $0.map { limit.verdict($0.figure) } })
        guard verdicts.count < 2 else { return .inPart }
        guard let verdict = verdicts.first else { return .untested }
        let isCommon = ours?.baseline.map { limit.miss($0) == 0 } ?? false
        return verdict == .holds && isCommon ? .everywhere : verdict
    }

    /// The figures in a few words.
    var figures: String {
        switch (authors?.short, here?.short) {
        case (let authors?, let here?): "\(here); author's \(authors)"
        case (let authors?, nil): "author's \(authors)"
        case (nil, let here?): here
        case (nil, nil): ""
        }
    }
}

extension Claim {
    /// The beginning of a claim: its source, the place there, and the reader for whom it matters most.
    struct Beginning {
        let source: Source
        let place: String
        let reader: Reader

        func says(
            _ sentence: String,
            _ limit: Limit,
            authors: Finding? = nil,
            here: Finding? = nil,
            withheld: String? = nil
        ) -> Claim {
            Claim(
                source: source,
                place: place,
                sentence: sentence,
                reader: reader,
                limit: limit,
                authors: authors,
                here: here,
                withheld: withheld
            )
        }
    }

    static func of(_ source: Source, _ place: String, for reader: Reader) -> Beginning {
        Beginning(source: source, place: place, reader: reader)
    }
}

extension Claim.Finding {
    /// The command that prints the numbers unless a finding has another.
    static let claims = "swift run architecture-comparison claims"

    /// A number beside another: `words` is said after both, as in "829 against 398 lines".
    init(_ part: Double, against whole: Double, _ words: String, by command: String = Self.claims) {
        let numbers = [part, whole].map(Numbers.short)
        let figure = part / max(whole, .leastNonzeroMagnitude)
        self.init(
            words: "\(numbers[0]) against \(numbers[1]) \(words)",
            short: "\(Numbers.short(figure)) times",
            figure: figure,
            command: command,
            numbers: numbers.map { $0.replacing(",", with: "") }
        )
    }

    init(_ part: Int, against whole: Int, _ words: String, by command: String = Self.claims) {
        self.init(Double(part), against: Double(whole), words, by: command)
    }

    /// A number of things among others: `words` is said after both, as in "2 of 5 files".
    init(_ part: Int, of whole: Int, _ words: String, by command: String = Self.claims, baseline: Double? = nil) {
        self.init(
            words: "\(Numbers.grouped(part)) of \(Numbers.grouped(whole)) \(words)",
            short: "\(Numbers.grouped(part)) of \(Numbers.grouped(whole))",
            figure: whole == 0 ? 0 : Double(part) / Double(whole),
            baseline: baseline,
            command: command,
            numbers: ["\(part)", "\(whole)"]
        )
    }

    /// A count: `words` is said after it, as in "15 cases"; without `short`, the folded ledger shows the first of them.
    init(_ count: Int, _ words: String, by command: String = Self.claims, baseline: Int? = nil, short: String? = nil) {
        self.init(
            words: "\(Numbers.grouped(count)) \(words)",
            short: short ?? "\(Numbers.grouped(count)) \(words.prefix { $0 != " " })",
            figure: Double(count),
            baseline: baseline.map(Double.init),
            command: command,
            numbers: ["\(count)"]
        )
    }
}

extension ComparisonReport {
    /// Every claim whose architectures are in the report, in the order of their sources.
    var ledger: [Claim] { articleClaims + reactiveClaims + modelClaims + oftenSaid }

    func version(_ name: String) -> VersionReport? { versions.first { $0.name == name } }

    /// The number of claims of each verdict, in one sentence.
    var ledgerSummary: String { "Of \(ledger.count) claims \(counts(of: ledger))." }

    /// Returns the number of claims of each verdict, as a list in words.
    func counts(of claims: [Claim]) -> String {
        let counts = Claim.Verdict.allCases.compactMap { verdict -> String? in
            let count = claims.count { $0.verdict == verdict }
            return count == 0 ? nil : "\(count) \(Self.words(for: verdict, count))"
        }
        return list(counts)
    }

    private static func words(for verdict: Claim.Verdict, _ count: Int) -> String {
        switch verdict {
        case .fails: count == 1 ? "fails" : "fail"
        case .inPart: count == 1 ? "holds in part" : "hold in part"
        case .holds: count == 1 ? "holds" : "hold"
        case .everywhere: count == 1 ? "holds for every architecture" : "hold for every architecture"
        case .untested: count == 1 ? "is not decided" : "are not decided"
        }
    }

    /// The sources of the claims, and how to measure the code of their authors.
    static let sourceNotes = [
        "Static patterns is the article \"Working With Static Patterns: A Swift MVVM Tutorial\" "
            + "(https://www.toptal.com/swift/static-patterns-swift-mvvm-tutorial); its sections are counted from 0, the opening, to "
            + "5, the closing. Reactive MVVM is a chapter on MVVM with RxSwift, View-model protocol an article on view models "
            + "behind protocols, Presentation model an article of that name. Claims are in our own words. Claims under Often said "
            + "name who says them.",
        "The article's code is fetched by: git clone \(AuthorsCode.article.address) \(AuthorsCode.article.folder) && git -C "
            + "\(AuthorsCode.article.folder) checkout \(AuthorsCode.article.commit). VIPER's other example is fetched by: git clone "
            + "\(AuthorsCode.footballGather.address) \(AuthorsCode.footballGather.folder) && git -C "
            + "\(AuthorsCode.footballGather.folder) checkout \(AuthorsCode.footballGather.commit). That commit has both folders; "
            + "the one that was measured was not noted, so its figures may differ there. Figures of others' code were measured "
            + "once, by the commands in the rows, and not again for this page.",
    ]
}

/// Code of others that was measured for claims.
struct AuthorsCode {
    let address: String
    /// The full identifier of the commit that the page checks out.
    let commit: String
    /// The folder beside the package to which the commands refer.
    let folder: String

    static let article = AuthorsCode(
        address: "https://github.com/LucasVanDongen/iOSArchitecturesCompared",
        commit: "b62650cd226f48215dde8a0b97e0f591f07e65a7",
        folder: "../iOSArchitecturesCompared"
    )
    static let footballGather = AuthorsCode(
        address: "https://github.com/radude89/footballgather-ios",
        commit: "3b6d7fac167114ae64eb64e40d616887d75e8773",
        folder: "../footballgather-ios"
    )

    /// Returns the command that measures a folder of the article's two apps: `Views`, or everything for "".
    static func measuring(_ folder: String = "") -> String {
        let rest = folder.isEmpty ? "" : "/" + folder
        return "swift run architecture-comparison measure MVC=\(article.folder)/MVC/MVCChat\(rest) "
            + "MVVM=\(article.folder)/MVVM/MVVMChat\(rest)"
    }
}
