/// Counts the lines that are left when comments are gone, as `cloc` does: an empty line counts only below one that
/// ends in a backslash, and not at the end of the text.
struct RemainingLines {
    private var count = 0
    private var pending = 0
    private var isEmpty = true
    private var hasText = false
    private var last: UInt8 = 0
    private var followsBackslash = false
    /// Where each line that has text begins to have it, in offsets of the source; kept on demand.
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

    /// The number of lines, the one that is not ended included.
    mutating func finish() -> Int {
        if !isEmpty { endLines(1) }
        return count
    }
}
