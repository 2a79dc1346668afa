/// A small change to a program that its tests should notice.
package enum MutationOperator: String, CaseIterable, Codable, Sendable {
    /// A call or an assignment that is a statement of its own is left out.
    case statementDeleted = "statement deleted"
    /// What `if`, `guard`, `while`, `where` or `?` asks, or what `==` or `!=` compares, is turned round.
    case conditionNegated = "condition negated"
    /// `<` becomes `<=`, `>` becomes `>=`, and the other way round.
    case comparisonMoved = "comparison moved by one"
    /// Two arguments of a call are swapped, where the declaration says that they are of the same type.
    case argumentsSwapped = "argument swapped"
}
