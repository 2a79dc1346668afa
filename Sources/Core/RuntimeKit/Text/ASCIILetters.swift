extension UInt8 {
    /// Whether this is an ASCII letter or digit.
    package var isASCIILetterOrDigit: Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
    }
}
