import SourceMeasure

/// Finds conditions to negate and comparisons to move by one.
///
/// A comparison that is an entire condition is negated once. Comparisons that span several lines are not moved.
struct ComparisonFinder {
    private static let moved = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]

    private let source: SwiftSource
    private let operands: Operands
    private let clauses: [Range<Int>]

    init(_ source: SwiftSource, statements: [Statement]) {
        self.source = source
        clauses = ClauseFinder(source).clauses()
        operands = Operands(source, regions: statements.map(\.tokens) + clauses)
    }

    func points() -> [MutationPoint] {
        var conditions = clauses
        var points: [MutationPoint] = []
        for position in 0..<source.count {
            guard let (text, tokens) = source.spacedOperator(at: position) else { continue }
            switch text {
            case "?": if let range = operands.condition(before: position) { conditions.append(range) }
            case "==", "!=": if let range = operands.comparison(at: tokens) { conditions.append(range) }
            default:
                guard let other = Self.moved[text], let range = operands.comparison(at: tokens) else { continue }
                if let point = moved(range, at: tokens, to: other) { points.append(point) }
            }
        }
        var seen: Set<Range<Int>> = []
        return points + conditions.filter { seen.insert($0).inserted }.map(negated)
    }

    private func negated(_ tokens: Range<Int>) -> MutationPoint {
        let range = source.range(tokens)
        return MutationPoint(.conditionNegated, [.init(range: range, change: .negate)], in: source, showing: range)
    }

    private func moved(_ range: Range<Int>, at tokens: Range<Int>, to other: String) -> MutationPoint? {
        let whole = source.range(range)
        guard source.isOnOneLine(whole) else { return nil }
        let place = source.range(tokens)
        let changed =
            source.text(whole.lowerBound..<place.lowerBound) + other
            + source.text(place.upperBound..<whole.upperBound)
        return MutationPoint(
            .comparisonMoved,
            [.init(range: whole, change: .replace(changed))],
            in: source,
            showing: whole
        )
    }
}
