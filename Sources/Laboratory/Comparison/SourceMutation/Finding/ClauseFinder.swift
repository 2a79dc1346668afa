import SourceMeasure

/// Finds the Boolean clauses of `if`, `guard`, `while` and `where`, by their tokens.
struct ClauseFinder {
    private let source: SwiftSource
    private var code: CodeTokens { source.code }

    init(_ source: SwiftSource) { self.source = source }

    func clauses() -> [Range<Int>] {
        (0..<source.count).flatMap { position -> [Range<Int>] in
            guard code.isKeyword(at: position), code.symbol(at: position - 1) != UInt8(ascii: "#") else { return [] }
            switch code.text(at: position) {
            // The condition after `repeat` has no braces behind it.
            case "while" where source.beginning(of: position - 1) != nil && !code.beginsLine(position): return []
            case "if", "while": return clauses(behind: position) { code.symbol(at: $0) == UInt8(ascii: "{") }
            case "guard": return clauses(behind: position) { code.isWord("else", at: $0) }
            case "where" where isCondition(position):
                return clauses(behind: position) { code.symbol(at: $0).map("{:,".utf8.contains) ?? false }
            default: return []
            }
        }
    }

    /// Returns the parts between commas up to the end of the condition, without bindings and patterns.
    private func clauses(behind position: Int, until ends: (Int) -> Bool) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start = position + 1
        var end = start
        while end < source.count, !ends(end), source.beginning(of: end) == nil {
            if code.symbol(at: end) == UInt8(ascii: ",") {
                found.append(start..<end)
                start = end + 1
            }
            end = (source.end(of: end) ?? end) + 1
        }
        guard end < source.count, ends(end) else { return [] }
        found.append(start..<end)
        return found.filter { !$0.isEmpty && isBoolean($0.lowerBound) }
    }

    private func isBoolean(_ first: Int) -> Bool {
        code.symbol(at: first) != UInt8(ascii: "#") && !["case", "let", "var"].contains { code.isWord($0, at: first) }
    }

    /// Whether a `where` is a condition, in a loop or after a pattern, rather than a constraint on types.
    private func isCondition(_ position: Int) -> Bool {
        var before = position - 1
        while before >= 0 {
            if let opened = source.beginning(of: before) {
                before = opened - 1
                continue
            }
            if code.isKeyword(at: before) {
                let word = code.text(at: before)
                if ["case", "catch", "for"].contains(word) { return true }
                if ["class", "enum", "extension", "func", "init", "protocol", "struct", "subscript"].contains(word) {
                    return false
                }
            }
            before -= 1
        }
        return false
    }
}
