/// Puts Unicode scalars together from bytes of UTF-8, one byte at a time.
///
/// What is broken becomes U+FFFD, one for each longest beginning of a scalar, as `String(decoding:as:)` does it; nothing
/// is lost, and no byte of one scalar is joined to another.
struct ScalarDecoder: Sendable {
    private var value: UInt32 = 0
    private var missing = 0
    private var expected: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether a scalar has begun and not ended.
    var isWithinScalar: Bool { missing > 0 }

    /// Takes a byte.
    ///
    /// - Returns: what it completes, if anything; and whether it was taken. One that was not ended a broken scalar, and is
    ///   to be given once more.
    mutating func decode(_ byte: UInt8) -> (scalar: Unicode.Scalar?, isTaken: Bool) {
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
