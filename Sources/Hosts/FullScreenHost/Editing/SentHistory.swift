/// What was sent, for it to be recalled, and what was written where that was done.
struct SentHistory: Sendable {
    static let limit = 100

    /// The oldest first.
    private(set) var texts: [String] = []
    /// Which one is recalled; `texts.count` for the new text.
    private var position = 0
    /// The buffers that were left for others, by position, with what was changed in them.
    private var left: [Int: EditBuffer] = [:]

    /// Takes what is sent, and forgets what was recalled and not sent.
    ///
    /// A blank text and one that is the same as the last are left out; the oldest is forgotten when there are too many.
    mutating func add(_ text: String) {
        if !text.allSatisfy(\.isWhitespace), text != texts.last { texts.append(text) }
        if texts.count > Self.limit { texts.removeFirst() }
        (position, left) = (texts.count, [:])
    }

    /// The text before the one in `buffer`, which is kept as it is; nil when there is none.
    mutating func older(than buffer: EditBuffer) -> EditBuffer? {
        go(to: position - 1, from: buffer)
    }

    /// The text after the one in `buffer`, which is kept as it is: in the end the one that was being written; nil behind it.
    mutating func newer(than buffer: EditBuffer) -> EditBuffer? {
        go(to: position + 1, from: buffer)
    }

    /// What was being written, where `buffer` has what was recalled and not changed; nil otherwise.
    func unsent(besides buffer: EditBuffer) -> String? {
        texts.indices.contains(position) && buffer.text == texts[position] ? left[texts.count]?.text : nil
    }

    private mutating func go(to next: Int, from buffer: EditBuffer) -> EditBuffer? {
        guard (0...texts.count).contains(next) else { return nil }
        left[position] = buffer
        position = next
        // Only a text that was sent can be met for the first time.
        return left[next] ?? EditBuffer(texts[next], limit: buffer.limit, hasLines: buffer.hasLines)
    }
}
