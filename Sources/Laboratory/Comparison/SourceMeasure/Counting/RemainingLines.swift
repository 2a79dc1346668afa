/// Counts the lines that remain after `cloc` removes comments.
///
/// An empty line counts only below a line that ends in a backslash, and not at the end of the text.
struct RemainingLines {
    private var count = 0
    private var pending = 0
    private var isEmpty = true
    private var hasText = false
    private var last: UInt8 = 0
    private var followsBackslash = false
    /// The source offset at which the text of each remaining line begins; recorded only on request.
    private(set) var origins: [Int]?
    private var origin = 0

    init(keepsOrigins: Bool = false) { origins = keepsOrigins ? [] : nil }

    mutating func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        guard let byte = bytes.last else { return }
        isEmpty = false
        last = byte
        if !hasText, let first = bytes.firstIndex(where: { !$0.isPerlSpace }) {
            hasText = true
            origin = first
        }
    }

    mutating func endLines(_ number: Int) {
        for _ in 0..<number {
            if hasText || followsBackslash { pending += 1 }
            if hasText { origins?.append(origin) }
            if !isEmpty {
                count += pending
                pending = 0
            }
            followsBackslash = !isEmpty && last == .backslash
            isEmpty = true
            hasText = false
        }
    }

    /// Returns the number of lines, including the last one if it has no line end.
    mutating func finish() -> Int {
        if !isEmpty { endLines(1) }
        return count
    }
}
