/// What a person, a script or the system has to say.
enum InputEvent: Equatable, Sendable {
    /// Without its end; what was not UTF-8 is repaired.
    case line(String)
    /// A line of so many bytes, over the limit, was passed over.
    case tooLong(byteCount: Int)
    /// A typed line that the terminal has, or may have, cut was passed over.
    case cutByTerminal
    /// Nothing more will come.
    case end
    /// Reading failed, and will fail again.
    case failed(SystemError)
    case signal(Int32)
}

/// Cuts bytes into lines, however they come.
///
/// LF or CRLF ends a line; a last one without an end counts, unless it was typed: Return sends a line, and leaving does not.
/// Holds at most the limit and what was appended last; each
/// byte is looked at once.
struct LineSplitter {
    static let standardLimit = 1 << 20

    /// In bytes.
    private let limit: Int
    private let isTyped: Bool
    private var bytes: [UInt8] = []
    private var start = 0
    private var scanned = 0
    /// How much of the line that begins at `start` has already been dropped.
    private var dropped = 0
    private var isFinished = false

    /// - Parameter isTyped: whether the bytes come from a terminal.
    init(limit: Int = standardLimit, isTyped: Bool = false) {
        (self.limit, self.isTyped) = (limit, isTyped)
    }

    mutating func append(_ chunk: [UInt8]) {
        bytes.removeSubrange(..<start)
        (start, scanned) = (0, scanned - start)
        bytes += chunk
    }

    /// Nothing will be appended any more.
    mutating func finish() {
        isFinished = true
    }

    /// The next whole line; nil when there is none yet, or none left.
    mutating func next() -> InputEvent? {
        if let end = bytes[scanned...].firstIndex(of: 0x0A) {
            defer { (start, scanned, dropped) = (end + 1, end + 1, 0) }
            return event(start..<(end > start && bytes[end - 1] == 0x0D ? end - 1 : end))
        }
        scanned = bytes.count
        if isFinished {
            defer { (start, dropped) = (bytes.count, 0) }
            return start < bytes.count && !isTyped ? event(start..<bytes.count) : nil
        }
        // The last byte stays: it may be half of a CRLF.
        let excess = bytes.count - start - 1
        if excess > limit {
            dropped += excess
            start += excess
        }
        return nil
    }

    private func event(_ range: Range<Int>) -> InputEvent {
        let count = dropped + range.count
        if count > limit { return .tooLong(byteCount: count) }
        if isTyped { return TypedLine.event(for: bytes[range]) }
        return .line(String(decoding: bytes[range], as: UTF8.self))
    }
}

/// What a terminal makes of a line before it is read, put right.
enum TypedLine {
    /// A terminal that collects lines keeps so many bytes of one, and drops the rest without a word.
    static let limit = 4095

    /// The text as it was meant: keys that only move the cursor write nothing. A line at the limit may be half of one, and
    /// half a message is none.
    static func event(for bytes: ArraySlice<UInt8>) -> InputEvent {
        bytes.count < limit ? .line(String(decoding: withoutKeys(bytes), as: UTF8.self)) : .cutByTerminal
    }

    static let cutProblem = """
        Skipped a line: the terminal passes on at most \(limit) bytes of one; pipe a longer text, or give it to \
        viperchat send
        """

    /// Leaves out the sequences that keys send, and every control but the tab.
    private static func withoutKeys(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var (kept, rest) = ([UInt8](), bytes)
        while let byte = rest.popFirst() {
            switch byte {
            case escape: dropSequence(&rest)
            case tab, 0x20..<0x7F, 0x80...: kept.append(byte)
            default: break
            }
        }
        return kept
    }

    /// What stands behind an escape, if it is `[`, parameters and a last character, or `O` and a character.
    private static func dropSequence(_ rest: inout ArraySlice<UInt8>) {
        switch rest.first {
        case UInt8(ascii: "["):
            rest = rest.dropFirst().drop { (0x20...0x3F).contains($0) }
            if let last = rest.first, (0x40...0x7E).contains(last) { rest.removeFirst() }
        case UInt8(ascii: "O"):
            rest.removeFirst()
            if let key = rest.first, (0x20...0x7E).contains(key) { rest.removeFirst() }
        default:
            break
        }
    }

    private static let tab: UInt8 = 0x09
    private static let escape: UInt8 = 0x1B
}
