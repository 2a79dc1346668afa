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
        The terminal passes on at most \(limit) bytes of a line, so this one was passed over; a longer text can be piped, or \
        given to viperchat send
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
