/// What was cut, to be put in elsewhere: the newest first, and the others in turn.
struct KillRing: Sendable {
    static let limit = 32

    enum Side: Sendable {
        case left, right
    }

    /// The newest last.
    private var entries: [String] = []
    private var current = 0

    /// What is put in next; nil as long as nothing was cut.
    var text: String? { entries.isEmpty ? nil : entries[current] }

    /// - Parameter side: where the text stood, seen from what was cut directly before it; nil when something else was done
    ///   in between, and it is an entry of its own.
    mutating func add(_ text: String, joiningAt side: Side?) {
        guard !text.isEmpty else { return }
        if let last = entries.indices.last, let side {
            entries[last] = side == .left ? text + entries[last] : entries[last] + text
        } else {
            entries.append(text)
            if entries.count > Self.limit { entries.removeFirst() }
        }
        current = entries.count - 1
    }

    /// Goes on to what was cut before; behind the oldest comes the newest.
    mutating func rotate() {
        guard !entries.isEmpty else { return }
        current = (current + entries.count - 1) % entries.count
    }
}
