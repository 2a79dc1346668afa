/// The texts sent before, and the changes made to those recalled.
struct SentHistory: Sendable {
    static let limit = 100

    /// The sent texts, the oldest first.
    private(set) var texts: [String] = []
    /// The index of the recalled text; `texts.count` for the draft.
    private var position = 0
    /// The buffers left for others, by position, with their changes.
    private var left: [Int: EditBuffer] = [:]

    /// Adds a sent text, and forgets changes to recalled ones.
    ///
    /// Ignores a blank text and one equal to the last. Drops the oldest text over the limit.
    mutating func add(_ text: String) {
        if !text.allSatisfy(\.isWhitespace), text != texts.last { texts.append(text) }
        if texts.count > Self.limit { texts.removeFirst() }
        (position, left) = (texts.count, [:])
    }

    /// Returns the text before the one in `buffer`, which is kept; nil if there is none.
    mutating func older(than buffer: EditBuffer) -> EditBuffer? {
        go(to: position - 1, from: buffer)
    }

    /// Returns the text after the one in `buffer`, which is kept; the draft comes last, then nil.
    mutating func newer(than buffer: EditBuffer) -> EditBuffer? {
        go(to: position + 1, from: buffer)
    }

    /// Returns the draft while `buffer` is a recalled text without changes; nil otherwise.
    func unsent(besides buffer: EditBuffer) -> String? {
        texts.indices.contains(position) && buffer.text == texts[position] ? left[texts.count]?.text : nil
    }

    private mutating func go(to next: Int, from buffer: EditBuffer) -> EditBuffer? {
        guard (0...texts.count).contains(next) else { return nil }
        left[position] = buffer
        position = next
        // The draft was kept when it was left; only sent texts can be new here.
        return left[next] ?? EditBuffer(texts[next], limit: buffer.limit, hasLines: buffer.hasLines)
    }
}
