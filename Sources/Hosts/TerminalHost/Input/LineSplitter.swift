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
