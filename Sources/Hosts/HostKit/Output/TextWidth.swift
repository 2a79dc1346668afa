extension TerminalText {
    /// Returns the width of a safe text in columns.
    ///
    /// An emoji has two columns. Any other character is the sum of its scalars: none for marks and invisible scalars,
    /// two for wide East Asian letters, one for others. Terminals differ in detail.
    package static func width(_ text: String) -> Int {
        text.reduce(0) { $0 + width($1) }
    }

    /// Returns the text if it fits, or else its beginning with an ellipsis.
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

    /// Returns the text, filled with spaces to at least a width.
    package static func pad(_ text: String, columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - width(text)))
    }

    /// Returns the width of a character.
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

    /// Whether it forms one picture with an emoji before it.
    fileprivate var makesEmoji: Bool {
        value == 0xFE0F || value == 0x200D || properties.isEmojiModifier || isRegionalIndicator
    }

    /// Whether it is a wide East Asian letter or sign, by blocks; wide pictures are known as emoji.
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
