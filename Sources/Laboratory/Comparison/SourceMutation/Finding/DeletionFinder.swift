import SourceMeasure

/// Finds statements that can be deleted: calls and assignments.
///
/// Skips deletions that certainly do not compile: declarations, single expressions that are a value, assignments and
/// `init` calls in initializers, and assignments to constants.
struct DeletionFinder {
    private let source: SwiftSource
    private let statements: [Statement]
    /// The local constants that are assigned after their declaration.
    private let unset: Set<String>
    private var code: CodeTokens { source.code }

    init(_ source: SwiftSource, statements: [Statement]) {
        self.source = source
        self.statements = statements
        unset = Set(
            statements.map(\.tokens).compactMap { tokens in
                let hasValue = source.outer(tokens).contains { source.spacedOperator(at: $0) != nil }
                return source.code.isWord("let", at: tokens.lowerBound) && !hasValue
                    ? source.code.name(at: tokens.lowerBound + 1) : nil
            }
        )
    }

    func points() -> [MutationPoint] {
        statements.filter(canBeDeleted).map { statement in
            let range = source.range(statement.tokens)
            return MutationPoint(
                .statementDeleted,
                [.init(range: range, change: .delete)],
                in: source,
                showing: range,
                mayBeValue: statement.isAlone && statement.block.isClosure && !isOptionalCall(statement)
            )
        }
    }

    private func canBeDeleted(_ statement: Statement) -> Bool {
        if statement.isAlone && statement.block.givesValue { return false }
        let first = firstWord(of: statement)
        guard first < statement.tokens.upperBound, mayBegin(first) else { return false }
        if let found = code.introduction(at: first)?.found, statement.tokens.contains(found.position) { return false }
        let outer = source.outer(first..<statement.tokens.upperBound)
        let operators = outer.compactMap { source.spacedOperator(at: $0)?.text }
        if let assignment = operators.first {
            guard Operands.isAssignment(assignment), !statement.block.isInInitializer else { return false }
            return !(code.name(at: first).map(unset.contains) ?? false)
        }
        return isCall(outer, first: first) && !makesValue(first)
    }

    /// Returns the position after `try` and `await`.
    private func firstWord(of statement: Statement) -> Int {
        var position = statement.tokens.lowerBound
        while position < statement.tokens.upperBound {
            let isMark = code.symbol(at: position).map("?!".utf8.contains) ?? false
            guard
                isMark && code.isWord("try", at: position - 1) || code.isWord("try", at: position)
                    || code.isWord("await", at: position)
            else { break }
            position += 1
        }
        return position
    }

    private func mayBegin(_ position: Int) -> Bool {
        if code.symbol(at: position) == .open { return true }
        guard code.isKeyword(at: position) else { return code.name(at: position) != nil }
        return ["self", "Self", "super"].contains(code.text(at: position))
    }

    /// Whether the statement is like `self?.take($0)`, which usually has no value.
    private func isOptionalCall(_ statement: Statement) -> Bool {
        let first = statement.tokens.lowerBound
        return code.isWord("self", at: first) && code.symbol(at: first + 1) == UInt8(ascii: "?")
    }

    /// Whether the statement creates a value without storing it, which makes it a block's value.
    private func makesValue(_ first: Int) -> Bool {
        code.symbol(at: first + 1) == .open && code.text(at: first).first?.isUppercase == true
    }

    private func isCall(_ outer: [Int], first: Int) -> Bool {
        guard code.symbol(at: first) != .open, code.symbol(at: first + 1) != UInt8(ascii: ":"), let last = outer.last
        else { return false }
        let opens = code.symbol(at: last)
        guard opens == .open || opens == UInt8(ascii: "{"), source.end(of: last) != nil else { return false }
        return !outer.contains { code.isWord("init", at: $0) }
    }
}
