extension TerminalText {
    /// How many columns a terminal gives a safe text.
    ///
    /// A character is an emoji of two columns, or the sum of its scalars: none for marks and what is not seen, two for the
    /// wide letters of East Asia, else one. Terminals differ in detail; none draws less than nothing.
    package static func width(_ text: String) -> Int {
        text.reduce(0) { $0 + width($1) }
    }

    /// The text if it fits, else as many of its characters as do with an ellipsis behind them.
    package static func fit(_ text: String, columns: Int) -> String {
        var width = 0
        var kept = ""
        var keptWithEllipsis = ""
        for character in text {
            width += Self.width(character)
            if width > columns { return columns < 1 ? "" : keptWithEllipsis + "…" }
            kept.append(character)
            if width < columns { keptWithEllipsis = kept }
        }
        return text
    }

    /// The text, filled with spaces to at least so many columns.
    package static func pad(_ text: String, columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - width(text)))
    }

    /// As `width(_:)` of a text with this character alone.
    package static func width(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if scalars.count > 1, first.properties.isEmoji, scalars.dropFirst().contains(where: \.makesEmoji) { return 2 }
        return scalars.reduce(0) { $0 + width($1) }
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20...0x7E: 1
        default:
            if scalar.isMark || scalar.isJoiner || scalar.isHidden || scalar.isKoreanEnding {
                0
            } else {
                scalar.properties.isEmojiPresentation && !scalar.isRegionalIndicator || scalar.isWide ? 2 : 1
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

    /// After an emoji, makes one picture of both.
    fileprivate var makesEmoji: Bool {
        value == 0xFE0F || value == 0x200D || properties.isEmojiModifier || isRegionalIndicator
    }

    /// East Asian wide or full-width letters and signs, in blocks; the pictures among them are known as emoji.
    fileprivate var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF: true
        case 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F: true
        case 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265: true
        case 0x20000...0x2FFFD, 0x30000...0x3FFFD: true
        default: false
        }
    }
}
