extension UInt8 {
    /// Whether it is a letter or a digit of ASCII: what every parser, path and tokenizer takes for one.
    package var isASCIILetterOrDigit: Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
    }
}
