/// Text without control characters, built scalar by scalar.
///
/// LF, CR and CRLF become LF. A tab stays; any other control character becomes its picture (`␛`, `␇`), or U+FFFD without
/// one. Everything else stays: invisible and bidirectional characters are replaced where text is shown.
struct PlainText: Sendable {
    private(set) var text = ""
    private var endedInReturn = false

    init() {}

    /// Appends a scalar.
    ///
    /// - Returns: the number of bytes added.
    @discardableResult
    mutating func append(_ scalar: Unicode.Scalar) -> Int {
        let plain: Unicode.Scalar
        switch scalar.value {
        case 0x0A where endedInReturn:
            endedInReturn = false
            return 0
        case 0x09: plain = scalar
        case 0x0A, 0x0D: plain = "\n"
        case 0x00...0x1F: plain = Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: plain = "\u{2421}"
        case 0x80...0x9F: plain = "\u{FFFD}"
        default: plain = scalar
        }
        endedInReturn = scalar == "\r"
        text.unicodeScalars.append(plain)
        return UTF8.width(plain)
    }

    /// Empties the text; a following LF still belongs to a CR before.
    mutating func removeText() {
        text = ""
    }

    /// Returns a text without control characters.
    static func plain(_ text: String) -> String {
        var plain = PlainText()
        for scalar in text.unicodeScalars { plain.append(scalar) }
        return plain.text
    }
}

/// Decodes UTF-8 byte by byte.
///
/// Invalid bytes become U+FFFD, one for each maximal beginning of a scalar, as in `String(decoding:as:)`.
struct ScalarDecoder: Sendable {
    private var value: UInt32 = 0
    private var missing = 0
    private var expected: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether a scalar is incomplete.
    var isWithinScalar: Bool { missing > 0 }

    /// Decodes a byte.
    ///
    /// - Returns: the scalar that it completes, if any, and whether the byte was used. An unused byte ended a broken scalar
    ///   and has to be passed again.
    mutating func decode(_ byte: UInt8) -> (scalar: Unicode.Scalar?, isUsed: Bool) {
        if missing > 0 {
            guard expected.contains(byte) else {
                missing = 0
                return ("\u{FFFD}", false)
            }
            value = value << 6 | UInt32(byte & 0x3F)
            (missing, expected) = (missing - 1, 0x80...0xBF)
            return (missing == 0 ? Unicode.Scalar(value) ?? "\u{FFFD}" : nil, true)
        }
        switch byte {
        case ..<0x80: return (Unicode.Scalar(byte), true)
        case 0xC2...0xDF: begin(byte & 0x1F, missing: 1)
        case 0xE0: begin(0, missing: 2, expected: 0xA0...0xBF)
        case 0xED: begin(0xD, missing: 2, expected: 0x80...0x9F)
        case 0xE1...0xEF: begin(byte & 0xF, missing: 2)
        case 0xF0: begin(0, missing: 3, expected: 0x90...0xBF)
        case 0xF1...0xF3: begin(byte & 0x7, missing: 3)
        case 0xF4: begin(4, missing: 3, expected: 0x80...0x8F)
        default: return ("\u{FFFD}", true)
        }
        return (nil, true)
    }

    private mutating func begin(_ bits: UInt8, missing: Int, expected: ClosedRange<UInt8> = 0x80...0xBF) {
        (value, self.missing, self.expected) = (UInt32(bits), missing, expected)
    }
}
