/// An event of the input.
package enum InputEvent: Equatable, Sendable {
    /// A line without its line break, with invalid UTF-8 repaired.
    case line(String)
    /// A skipped line over the limit, with its size.
    case tooLong(byteCount: Int)
    /// A skipped line that was typed and that the terminal has cut, or may have cut.
    case cutByTerminal
    /// The end of the input.
    case end
    /// An error of reading, which is final.
    case failed(SystemError)
    case signal(Int32)
}

/// Splits bytes into lines.
///
/// LF or CRLF ends a line. A last line without a line break counts, unless it was typed: Return sends a line,
/// quitting does not. Stores at most the limit and the last chunk, and scans each byte once.
package struct LineSplitter {
    static let standardLimit = 1 << 20

    /// The limit in bytes.
    private let limit: Int
    private let isTyped: Bool
    private var bytes: [UInt8] = []
    private var start = 0
    private var scanned = 0
    /// The number of bytes already dropped from the line that begins at `start`.
    private var dropped = 0
    private var isFinished = false

    /// - Parameter isTyped: whether the bytes come from a terminal.
    package init(limit: Int = standardLimit, isTyped: Bool = false) {
        (self.limit, self.isTyped) = (limit, isTyped)
    }

    package mutating func append(_ chunk: [UInt8]) {
        bytes.removeSubrange(..<start)
        (start, scanned) = (0, scanned - start)
        bytes += chunk
    }

    /// Marks the end of the input.
    package mutating func finish() {
        isFinished = true
    }

    /// Returns the next whole line; nil if there is none yet, or none left.
    package mutating func next() -> InputEvent? {
        if let end = bytes[scanned...].firstIndex(of: 0x0A) {
            defer { (start, scanned, dropped) = (end + 1, end + 1, 0) }
            return event(start..<(end > start && bytes[end - 1] == 0x0D ? end - 1 : end))
        }
        scanned = bytes.count
        if isFinished {
            defer { (start, dropped) = (bytes.count, 0) }
            return start < bytes.count && !isTyped ? event(start..<bytes.count) : nil
        }
        // Keeps the last byte, which may be half of a CRLF.
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

/// Corrects what a terminal does to a typed line.
package enum TypedLine {
    /// The number of bytes that a terminal keeps of a line; it drops the rest silently.
    package static let limit = 4095

    /// Returns the line without the sequences of keys that move the cursor. Rejects a line at the limit, which may be
    /// incomplete.
    package static func event(for bytes: ArraySlice<UInt8>) -> InputEvent {
        bytes.count < limit ? .line(String(decoding: withoutKeys(bytes), as: UTF8.self)) : .cutByTerminal
    }

    package static let cutProblem = """
        Skipped a line: the terminal passes on at most \(limit) bytes of one; pipe a longer text, or send it from a \
        file: viperchat send CONTACT - < FILE
        """

    /// Removes the sequences that keys send, and all control characters except the tab.
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

    /// Drops the rest of an escape sequence: `[`, parameters and a last character, or `O` and a character.
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
