/// The texts that were cut: `text` is the newest, and `rotate` goes to older ones.
struct KillRing: Sendable {
    static let limit = 32

    enum Side: Sendable {
        case left, right
    }

    /// The cut texts, the newest last.
    private var entries: [String] = []
    private var current = 0

    /// The text to insert next; nil until something was cut.
    var text: String? { entries.isEmpty ? nil : entries[current] }

    /// Adds a cut text.
    ///
    /// - Parameter side: the side of the text cut directly before, which it then joins; nil for an entry of its own.
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

    /// Goes to the text cut before, and from the oldest to the newest.
    mutating func rotate() {
        guard !entries.isEmpty else { return }
        current = (current + entries.count - 1) % entries.count
    }
}
