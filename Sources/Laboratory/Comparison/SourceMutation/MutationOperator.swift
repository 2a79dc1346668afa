/// A small change to a program that its tests should detect.
package enum MutationOperator: String, CaseIterable, Codable, Sendable {
    /// Deletes a call or an assignment that is a statement of its own.
    case statementDeleted = "statement deleted"
    /// Negates the condition of `if`, `guard`, `while`, `where` or `?`, or a comparison with `==` or `!=`.
    case conditionNegated = "condition negated"
    /// Replaces `<` by `<=` and `>` by `>=`, and the reverse.
    case comparisonMoved = "comparison moved by one"
    /// Swaps two arguments of a call that the declaration gives the same type.
    case argumentsSwapped = "argument swapped"
}
