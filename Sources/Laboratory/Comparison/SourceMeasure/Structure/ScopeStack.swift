/// The braces that are open, as a tree whose older states stay reachable: the branches of an `#if` begin alike.
struct ScopeStack {
    struct Scope {
        fileprivate let parent: Int
        /// The innermost type or extension around, if any.
        let owner: String?
        /// How many types that is inside of.
        let nesting: Int
        /// Generic parameters of the functions around.
        let hidden: Set<String>
        /// How many parentheses and brackets were open before the brace.
        fileprivate let depthOutside: Int
    }

    /// More than any program has around one place; without a bound, made-up source would cost the square of its length.
    private static let manyParameters = 64

    private var scopes = [Scope(parent: 0, owner: nil, nesting: 0, hidden: [], depthOutside: 0)]
    private var current = 0
    private var alternatives: [(scope: Int, depth: Int)] = []
    /// How many parentheses and brackets are open since the last brace.
    private(set) var depth = 0

    var top: Scope { scopes[current] }

    mutating func openBrace(owner: String?, isType: Bool, hiding hidden: Set<String> = []) {
        let nesting = top.nesting + (isType ? 1 : 0)
        let hidden = hidden.isEmpty || top.hidden.count > Self.manyParameters ? top.hidden : top.hidden.union(hidden)
        scopes.append(Scope(parent: current, owner: owner, nesting: nesting, hidden: hidden, depthOutside: depth))
        current = scopes.count - 1
        depth = 0
    }

    mutating func closeBrace() {
        depth = top.depthOutside
        current = top.parent
    }

    mutating func openBracket() { depth += 1 }

    mutating func closeBracket() { depth = max(0, depth - 1) }

    mutating func beginAlternatives() { alternatives.append((current, depth)) }

    mutating func nextAlternative() {
        guard let start = alternatives.last else { return }
        (current, depth) = start
    }

    mutating func endAlternatives() { _ = alternatives.popLast() }
}
