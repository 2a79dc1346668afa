/// The names of the declarations whose braces are open, during a scan from left to right.
package struct OwnerStack {
    private var owners: [(name: String, depth: Int)] = []
    /// The declaration that the next brace opens.
    private var pending: String?
    private var depth = 0

    package init() {}

    package var names: [String] { owners.map(\.name) }

    /// The innermost open declaration.
    package var last: String? { owners.last?.name }

    /// Whether the scan is directly in the body of the innermost declaration, not in a nested brace.
    package var isInBody: Bool { owners.last.map { $0.depth + 1 == depth } ?? false }

    /// Begins a declaration whose body the next brace opens.
    package mutating func begin(_ name: String) { pending = name }

    /// Updates the stack for a brace, and ignores all other symbols.
    package mutating func read(_ symbol: UInt8?) {
        switch symbol {
        case UInt8(ascii: "{"):
            if let name = pending { owners.append((name, depth)) }
            pending = nil
            depth += 1
        case UInt8(ascii: "}"):
            depth -= 1
            if owners.last?.depth == depth { owners.removeLast() }
        default: break
        }
    }
}
