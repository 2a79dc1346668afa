/// Base64 by arithmetic instead of tables, because keys pass through it: no memory access depends on a secret.
public enum Base64 {
    /// The two characters that variants of Base64 do not share.
    public enum Alphabet: Sendable {
        /// `+` and `/`, as Matrix uses them nearly everywhere.
        case standard
        /// `-` and `_`, for the keys of encrypted files.
        case urlSafe
    }

    /// Returns bytes in Base64 without padding.
    public static func encode(_ bytes: RawSpan, alphabet: Alphabet = .standard) -> String {
        let count = (bytes.byteCount * 4 + 2) / 3
        return String(unsafeUninitializedCapacity: count) { text in
            var (bits, bitCount, place) = (0, 0, 0)
            func write(_ value: Int) {
                text[place] = character(value & 63, alphabet)
                place += 1
            }
            bytes.withUnsafeBytes { bytes in
                for byte in bytes {
                    (bits, bitCount) = (bits << 8 & 0xFFFF | Int(byte), bitCount + 8)
                    while bitCount >= 6 {
                        bitCount -= 6
                        write(bits >> bitCount)
                    }
                }
            }
            if bitCount > 0 { write(bits << (6 - bitCount)) }
            return count
        }
    }

    /// Returns bytes in Base64 without padding.
    public static func encode(_ bytes: [UInt8], alphabet: Alphabet = .standard) -> String {
        encode(bytes.span.bytes, alphabet: alphabet)
    }

    /// Reads Base64 with or without padding.
    ///
    /// Throws ``CryptoError/malformed`` for any other character, for an impossible length and for leftover bits that are not
    /// zero, so that bytes have one spelling.
    public static func decode(_ text: String, alphabet: Alphabet = .standard) throws(CryptoError) -> [UInt8] {
        try Secret(base64: text, alphabet: alphabet).withBytes { Array(copying: $0) }
    }

    fileprivate static func decode(
        _ text: UnsafeBufferPointer<UInt8>,
        _ alphabet: Alphabet,
        into result: UnsafeMutableRawBufferPointer
    ) -> Bool {
        var (bits, bitCount, place, faults) = (0, 0, 0, 0)
        for character in text {
            let value = value(Int(character), alphabet)
            faults |= value
            (bits, bitCount) = (bits << 6 & 0xFFFF | value & 63, bitCount + 6)
            if bitCount >= 8 {
                bitCount -= 8
                result[place] = UInt8(truncatingIfNeeded: bits >> bitCount)
                place += 1
            }
        }
        return faults >= 0 && bits & ((1 << bitCount) - 1) == 0
    }

    /// The character of six bits. A difference shifted by eight is a mask: all ones if negative, else zeros.
    private static func character(_ value: Int, _ alphabet: Alphabet) -> UInt8 {
        var result = value + 65
        result += (25 - value) >> 8 & 6
        result -= (51 - value) >> 8 & 75
        result -= (61 - value) >> 8 & (alphabet == .standard ? 15 : 13)
        result += (62 - value) >> 8 & (alphabet == .standard ? 3 : 49)
        return UInt8(truncatingIfNeeded: result)
    }

    /// The six bits of a character; -1 for one that is not in the alphabet.
    private static func value(_ character: Int, _ alphabet: Alphabet) -> Int {
        /// The value plus one within the range, else zero.
        func range(_ first: Int, _ last: Int, startingAt start: Int) -> Int {
            ((first - 1 - character) & (character - last - 1)) >> 8 & (character - first + start + 1)
        }
        let (plus, slash) = alphabet == .standard ? (43, 47) : (45, 95)
        return range(65, 90, startingAt: 0) + range(97, 122, startingAt: 26) + range(48, 57, startingAt: 52)
            + range(plus, plus, startingAt: 62) + range(slash, slash, startingAt: 63) - 1
    }
}

extension Secret {
    /// Reads a secret from Base64, as ``Base64/decode(_:alphabet:)`` does. The text itself is not wiped.
    public convenience init(base64 text: String, alphabet: Base64.Alphabet = .standard) throws(CryptoError) {
        let padding = text.utf8.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        let count = text.utf8.count - padding
        guard count % 4 != 1, padding == 0 || (count + padding) % 4 == 0 else { throw .malformed }
        var text = text
        try self.init(count: count * 3 / 4) { memory throws(CryptoError) in
            let isGood = text.withUTF8 { text in
                Base64.decode(UnsafeBufferPointer(rebasing: text[..<count]), alphabet, into: memory)
            }
            guard isGood else { throw .malformed }
        }
    }

    /// The bytes in unpadded Base64: a text that is not wiped, for what leaves this device or goes to disk.
    public var base64: String { withBytes { Base64.encode($0) } }
}
