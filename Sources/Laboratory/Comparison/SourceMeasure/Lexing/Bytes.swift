extension UInt8 {
    static let tab = Self(ascii: "\t")
    package static let newline = Self(ascii: "\n")
    static let carriageReturn = Self(ascii: "\r")
    package static let space = Self(ascii: " ")
    static let slash = Self(ascii: "/")
    static let star = Self(ascii: "*")
    static let backslash = Self(ascii: "\\")
    static let quote = Self(ascii: "\"")
    static let hash = Self(ascii: "#")
    static let backtick = Self(ascii: "`")
    package static let open = Self(ascii: "(")
    package static let close = Self(ascii: ")")

    /// Whether the byte is one that `\s` matches in a byte string.
    var isPerlSpace: Bool { self == .space || (self >= .tab && self <= .carriageReturn) }

    var isNewline: Bool { self == .newline || self == .carriageReturn }

    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    /// Whether the byte is a letter, `_`, `$`, or part of a character beyond ASCII.
    var startsIdentifier: Bool {
        let lowercased = self | 0x20
        return (lowercased >= UInt8(ascii: "a") && lowercased <= UInt8(ascii: "z")) || self >= 0x80
            || self == UInt8(ascii: "_") || self == UInt8(ascii: "$")
    }

    var continuesIdentifier: Bool { startsIdentifier || isDigit }
}
