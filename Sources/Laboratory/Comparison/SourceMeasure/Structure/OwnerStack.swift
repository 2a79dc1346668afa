/// The declarations whose braces are open, by name, for a reading from left to right.
package struct OwnerStack {
    private var owners: [(name: String, depth: Int)] = []
    /// Whose brace comes next.
    private var pending: String?
    private var depth = 0

    package init() {}

    package var names: [String] { owners.map(\.name) }

    /// The innermost one.
    package var last: String? { owners.last?.name }

    /// Whether no brace is open but that of the innermost one's own body, and those around it.
    package var isInBody: Bool { owners.last.map { $0.depth + 1 == depth } ?? false }

    /// A declaration has begun, and the next brace opens its body.
    package mutating func begin(_ name: String) { pending = name }

    /// Follows a brace; every other symbol changes nothing.
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
