/// The open braces, as a tree that keeps older states reachable: all branches of an `#if` begin in the same state.
struct ScopeStack {
    enum Body { case type, anExtension, code }

    struct Scope {
        fileprivate let parent: Int
        /// The declaration or extension that code in this scope belongs to.
        let owner: Int
        let body: Body
        /// The number of types around the scope.
        let nesting: Int
        /// The generic parameters of the surrounding functions.
        let hidden: Set<String>
        /// Whether declarations in this scope are invisible to other files.
        let isPrivate: Bool
        /// The number of parentheses and brackets open before the brace.
        fileprivate let depthOutside: Int
    }

    /// The limit for generic parameters in scope: no real program exceeds it, and it prevents quadratic cost.
    private static let manyParameters = 64

    private var scopes = [
        Scope(parent: 0, owner: 0, body: .code, nesting: 0, hidden: [], isPrivate: false, depthOutside: 0)
    ]
    private var alternatives: [(scope: Int, depth: Int)] = []
    /// The number of the innermost scope.
    private(set) var current = 0
    /// The number of parentheses and brackets open since the last brace.
    private(set) var depth = 0
    /// Whether a closing brace had no opening brace.
    private(set) var closedTooOften = false

    var top: Scope { scopes[current] }

    /// Whether no brace is open.
    var isFileLevel: Bool { current == 0 }

    mutating func openBrace(owner: Int, body: Body, isPrivate: Bool = false, hiding hidden: Set<String> = []) {
        let hidden = hidden.isEmpty || top.hidden.count > Self.manyParameters ? top.hidden : top.hidden.union(hidden)
        scopes.append(
            Scope(
                parent: current,
                owner: owner,
                body: body,
                nesting: top.nesting + (body == .code ? 0 : 1),
                hidden: hidden,
                isPrivate: top.isPrivate || isPrivate,
                depthOutside: depth
            )
        )
        current = scopes.count - 1
        depth = 0
    }

    /// Closes the innermost scope and returns its number.
    @discardableResult
    mutating func closeBrace() -> Int {
        let closed = current
        if closed == 0 { closedTooOften = true }
        depth = top.depthOutside
        current = top.parent
        return closed
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
