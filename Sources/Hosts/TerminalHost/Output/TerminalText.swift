/// Text from others, made fit to be shown on a terminal.
enum TerminalText {
    /// How many marks a character keeps; scripts need three or four, and what is over covers the lines around it.
    static let markLimit = 8

    /// One line that cannot move the cursor, set colours, ring, reverse direction or hide what it says.
    ///
    /// A tab becomes a space; any other control character becomes its picture (`␛`, `␇`) or, as every mark that turns,
    /// separates or is not seen, `�`. Kept, for they only shape what is seen: ZWJ and ZWNJ between two characters, variation
    /// selectors, the tags of a regional flag, and Arabic and other signs that Unicode counts as format characters but
    /// that have a shape. Of a run of combining marks the first `markLimit` stay. Doing it twice changes nothing.
    static func safe(_ text: String) -> String {
        // Most text is plain ASCII.
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
        let scalars = Array(text.unicodeScalars)
        var safe = String.UnicodeScalarView()
        var marks = 0
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            if let flag = flagTags(after: index, in: scalars) {
                safe.append(contentsOf: scalars[index...flag])
                index = flag
            } else if scalar.isMark {
                marks += 1
                if marks <= markLimit { safe.append(scalar) }
            } else if scalar.isJoiner, index > 0, index + 1 < scalars.count,
                scalars[index - 1].isJoinable, scalars[index + 1].isJoinable
            {
                safe.append(scalar)
            } else {
                safe.append(replacement(for: scalar) ?? scalar)
            }
            if !scalar.isMark { marks = 0 }
            index += 1
        }
        return String(safe)
    }

    /// The text's own lines, each safe: LF and CRLF end one.
    static func lines(_ text: String) -> [String] {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            safe(String(line.last == "\r" ? line.dropLast() : line))
        }
    }

    /// As `lines`, put together on one with spaces.
    static func oneLine(_ text: String) -> String {
        lines(text).joined(separator: " ")
    }

    /// Nil for what may stay.
    private static func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x09: " "
        case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value)
        case 0x7F: "\u{2421}"
        default: scalar.isHidden ? "\u{FFFD}" : nil
        }
    }

    /// The index of the tag that ends the flag which begins at `index`, if one does: a black flag, three to six letters or
    /// digits as tags, and the end tag. Tags anywhere else would hide a text within the text.
    private static func flagTags(after index: Int, in scalars: [Unicode.Scalar]) -> Int? {
        guard scalars[index] == "\u{1F3F4}" else { return nil }
        let tags = scalars[(index + 1)...].prefix(7).prefix {
            (0xE0030...0xE0039).contains($0.value) || (0xE0061...0xE007A).contains($0.value)
        }
        guard (3...6).contains(tags.count), tags.endIndex < scalars.count, scalars[tags.endIndex].value == 0xE007F
        else {
            return nil
        }
        return tags.endIndex
    }
}

extension Unicode.Scalar {
    /// Combines with what stands before it and takes no room of its own; variation selectors do, too.
    var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: self != "\u{34F}"
        default: false
        }
    }

    /// ZWNJ or ZWJ.
    var isJoiner: Bool { self == "\u{200C}" || self == "\u{200D}" }

    /// Whether it is not seen, or acts on what is around it, so that somebody could hide behind it.
    var isHidden: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        case .format: !hasShapeThoughFormat
        default: properties.isDefaultIgnorableCodePoint && !isMark
        }
    }

    /// What a joiner may stand beside.
    fileprivate var isJoinable: Bool { !isHidden && !isJoiner && !properties.isWhitespace }

    /// Unicode's prepended concatenation marks: number signs and the like, drawn around what follows.
    private var hasShapeThoughFormat: Bool {
        switch value {
        case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x110BD, 0x110CD: true
        default: false
        }
    }
}
