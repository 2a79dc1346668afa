/// The limit that a claim sets for a figure: the one rule by which every verdict is computed.
struct Limit: Equatable {
    let value: Double
    /// Whether the figure must be at least the value; otherwise at most.
    let isLeast: Bool
    /// The limit in words.
    let words: String

    /// The share by which a figure may miss the limit while the claim still holds in part.
    static let tolerance = 0.3

    static let none = Limit(value: 0, isLeast: false, words: "none")
    static let all = Limit(value: 1, isLeast: true, words: "all")
    static let less = Limit(value: 0.9, isLeast: false, words: "at most 0.9 times")
    static let muchLess = Limit(value: 0.67, isLeast: false, words: "at most 0.67 times")
    static let muchMore = Limit(value: 1.5, isLeast: true, words: "at least 1.5 times")
    static let mostly = Limit(value: 0.5, isLeast: true, words: "at least 0.5")

    /// A number of the source, with a twentieth for its rounding.
    static func atMost(_ number: Double) -> Self {
        Limit(value: number * 1.05, isLeast: false, words: "at most \(Numbers.short(number))")
    }

    /// A number of the source, with a twentieth for its rounding.
    static func atLeast(_ number: Double) -> Self {
        Limit(value: number * 0.95, isLeast: true, words: "at least \(Numbers.short(number))")
    }

    /// The share by which a figure misses the limit; 0 if it keeps it.
    func miss(_ figure: Double) -> Double {
        let (large, small) = isLeast ? (value, figure) : (figure, value)
        if large <= small { return 0 }
        return small > 0 ? large / small - 1 : .infinity
    }

    func verdict(_ figure: Double) -> Claim.Verdict {
        let miss = miss(figure)
        return miss == 0 ? .holds : miss <= Self.tolerance ? .inPart : .fails
    }

    /// The rule as the page has it.
    static let rule = [
        "Each claim sets a limit for one figure. It holds if the figure keeps the limit, and holds in part if it misses the limit by "
            + "at most 30%. It fails if it misses the limit by more. A limit of none has no part.",
        "The claim holds in part where the author's code and this comparison have different verdicts. It holds for every "
            + "architecture where Classic MVC keeps the limit as well, and is then no reason to choose one.",
        "A number of the source is the limit, with 5% for its rounding. Without a number, less means at most 0.9 times, because two "
            + "hands write the same code with such a difference. Much less means at most 0.67, much more at least 1.5, and mostly "
            + "at least half. None and all allow no exception.",
        "The 30% are the span of the article's own count of its views: 74% to 96% of the size before, by the files that are taken "
            + "for views.",
    ]
}
