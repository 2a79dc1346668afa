/// Reads a bracketed paste, from behind its first mark to its last.
///
/// Keeps at most `limit` bytes, and counts the rest. If the last mark is lost, Esc or Ctrl-C ends the paste: such a key
/// arrives alone, between two pauses, as no part of a paste does. Nothing else ends it, so that a stalled connection never
/// turns a pasted line into a typed one.
struct PasteReader: Sendable {
    private static let end = Array("\u{1B}[201~".utf8)
    /// More bytes than Esc or Ctrl-C has on any terminal.
    private static let keyLimit = 16

    private let limit: Int
    private var content = PasteContent()
    private var matched = 0
    /// The content at the last pause, and the bytes since then: at most one more than a key can have.
    private var contentAtPause = PasteContent()
    private var sincePause: [UInt8] = []

    init(limit: Int) {
        self.limit = limit
    }

    /// Reads a byte; returns the paste if the byte ends it.
    mutating func read(_ byte: UInt8) -> TerminalEvent? {
        if sincePause.count <= Self.keyLimit { sincePause.append(byte) }
        if byte == Self.end[matched] {
            matched += 1
            return matched == Self.end.count ? content.event(limit: limit) : nil
        }
        flushMatched()
        if byte == Self.end[0] {
            matched = 1
        } else {
            content.append(byte, limit: limit)
        }
        return nil
    }

    /// Records that nothing has arrived for a moment; returns the paste if a key ended it.
    mutating func pause() -> TerminalEvent? {
        if isKeyThatEnds { return contentAtPause.event(limit: limit) }
        // A pause may split a mark. Its rest is no key.
        contentAtPause = content
        for byte in Self.end.prefix(matched) { contentAtPause.append(byte, limit: limit) }
        sincePause = []
        return nil
    }

    private var isKeyThatEnds: Bool {
        guard (1...Self.keyLimit).contains(sincePause.count) else { return false }
        var decoder = KeyDecoder()
        let events = decoder.decode(sincePause) + decoder.pause()
        return events == [.key(Key(.escape))] || events == [.key(.control("c"))]
    }

    private mutating func flushMatched() {
        for byte in Self.end.prefix(matched) { content.append(byte, limit: limit) }
        matched = 0
    }
}

/// The text pasted so far.
private struct PasteContent: Sendable {
    private var text = PlainText()
    private var scalars = ScalarDecoder()
    private var count = 0

    mutating func append(_ byte: UInt8, limit: Int) {
        var isUsed = false
        while !isUsed {
            let decoded = scalars.decode(byte)
            isUsed = decoded.isUsed
            if let scalar = decoded.scalar { append(scalar, limit: limit) }
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar, limit: Int) {
        count += text.append(scalar)
        if count > limit { text.removeText() }
    }

    /// Returns the paste; an incomplete scalar at the end becomes U+FFFD.
    func event(limit: Int) -> TerminalEvent {
        var whole = self
        if scalars.isWithinScalar { whole.append("\u{FFFD}", limit: limit) }
        return whole.count > limit
            ? .pasteTooLong(TextTooLong(bytes: whole.count, limit: limit)) : .paste(whole.text.text)
    }
}
