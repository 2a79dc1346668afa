import SourceMeasure

/// Finds the operands of an operator by Swift's precedence.
struct Operands {
    private static let logic: Set<String> = ["&&", "||", "?"]
    private static let comparisons: Set<String> = ["<", "<=", ">", ">=", "==", "!=", "===", "!==", "~="]
    /// The words that end an expression.
    private static let words: Set<String> = [
        "await", "case", "else", "guard", "if", "in", "return", "throw", "try", "where", "while",
    ]

    private let source: SwiftSource
    /// The tokens of statements and conditions; an expression stays inside the innermost one around it.
    private let regions: [Range<Int>]

    init(_ source: SwiftSource, regions: [Range<Int>]) {
        self.source = source
        self.regions = regions
    }

    static func isAssignment(_ text: String) -> Bool {
        text.hasSuffix("=") && !comparisons.contains(text)
    }

    /// Returns the innermost region around a token, or nil outside all code.
    func region(around position: Int) -> Range<Int>? {
        regions.filter { $0.contains(position) }.min { $0.count < $1.count }
    }

    /// Returns the tokens of a comparison: the operator and both operands.
    func comparison(at tokens: Range<Int>) -> Range<Int>? {
        guard let region = region(around: tokens.lowerBound) else { return nil }
        let start = beginning(before: tokens.lowerBound, in: region, stopsAt: Self.logic)
        let end = end(behind: tokens.upperBound, in: region)
        return start < tokens.lowerBound && tokens.upperBound < end ? start..<end : nil
    }

    /// Returns the condition before the `?` at a position.
    func condition(before position: Int) -> Range<Int>? {
        guard let region = region(around: position) else { return nil }
        let start = beginning(before: position, in: region, stopsAt: ["?"])
        return start < position ? start..<position : nil
    }

    private func beginning(before position: Int, in region: Range<Int>, stopsAt operators: Set<String>) -> Int {
        var start = position
        while start > region.lowerBound {
            let before = start - 1
            if let opened = source.beginning(of: before) {
                start = opened
                continue
            }
            if source.end(of: before) != nil || ends(at: before) || isOperator(before, among: operators) { break }
            start = before
        }
        return start
    }

    private func end(behind position: Int, in region: Range<Int>) -> Int {
        var end = position
        while end < region.upperBound {
            if source.beginning(of: end) != nil || ends(at: end) || isOperator(end, among: Self.logic) { break }
            end = (source.end(of: end) ?? end) + 1
        }
        return min(end, region.upperBound)
    }

    private func ends(at position: Int) -> Bool {
        if let symbol = source.code.symbol(at: position) { return ",;:".utf8.contains(symbol) }
        return source.code.isKeyword(at: position) && Self.words.contains(source.code.text(at: position))
    }

    private func isOperator(_ position: Int, among operators: Set<String>) -> Bool {
        var first = position
        while first > 0, source.spacedOperator(at: first) == nil, position - first < 2 { first -= 1 }
        guard let found = source.spacedOperator(at: first), found.tokens.contains(position) else { return false }
        return operators.contains(found.text) || Self.isAssignment(found.text)
    }
}
