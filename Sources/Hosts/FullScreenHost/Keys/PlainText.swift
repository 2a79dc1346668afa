/// Text in which nothing acts, put together scalar by scalar.
///
/// LF, CR and CRLF become LF. A tab stays; any other control character becomes its picture (`␛`, `␇`), or U+FFFD where it has
/// none. All else stays as it is: what is not seen, or turns the direction, is made harmless where it is shown.
struct PlainText: Sendable {
    private(set) var text = ""
    private var endedInReturn = false

    init() {}

    /// - Returns: how many bytes longer the text has become.
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

    /// Forgets the text, but not how it ended.
    mutating func removeText() {
        text = ""
    }

    static func plain(_ text: String) -> String {
        var plain = PlainText()
        for scalar in text.unicodeScalars { plain.append(scalar) }
        return plain.text
    }
}
