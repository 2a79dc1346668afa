extension Unicode.Scalar {
    /// Visible ASCII, the most frequent case.
    var isVisibleASCII: Bool { (0x21...0x7E).contains(value) }

    /// Whether it is visible and combines with the scalar before it, without a width of its own.
    var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: !properties.isDefaultIgnorableCodePoint
        default: false
        }
    }

    /// Whether it is ZWNJ or ZWJ.
    var isJoiner: Bool { self == "\u{200C}" || self == "\u{200D}" }

    /// Whether it selects a variant of the scalar before it.
    var isSelector: Bool { properties.isVariationSelector }

    /// Whether it is invisible or affects the text around it, so that text could hide behind it.
    package var isHidden: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        case .format: !isPrepended
        default: properties.isDefaultIgnorableCodePoint || isBlank
        }
    }

    /// The visible replacement; nil for a scalar that may stay.
    package var replacement: Unicode.Scalar? {
        switch value {
        case 0x09: " "
        case 0x00...0x1F: Unicode.Scalar(0x2400 + value)
        case 0x7F: "\u{2421}"
        default: isHidden ? "\u{FFFD}" : properties.generalCategory == .spaceSeparator ? " " : nil
        }
    }

    /// Whether a joiner may be beside it.
    var isJoinable: Bool {
        isSelector || !isHidden && !isJoiner && !properties.isWhitespace && self != "\u{FFFD}"
    }

    /// Emoji have two variants, ideographs and Mongolian letters many; after anything else a selector would only hide
    /// text.
    func canBeVaried(by selector: Unicode.Scalar) -> Bool {
        switch selector.value {
        case 0xFE0E, 0xFE0F: properties.isEmoji || properties.isIdeographic
        case 0x180B...0x180F: (0x1820...0x18AA).contains(value)
        default: properties.isIdeographic
        }
    }

    /// Whether it belongs to the same character as `last`, though it is visible by itself.
    func continues(_ last: Unicode.Scalar?) -> Bool {
        guard let last else { return false }
        if properties.generalCategory == .spacingMark || properties.isEmojiModifier || isKoreanEnding { return true }
        if last.isJoiner || last.isPrepended { return true }
        return last.isKoreanBeginning && (isKoreanBeginning || (0xAC00...0xD7A3).contains(value))
    }

    /// Vowels and finals, drawn within the preceding Korean syllable.
    var isKoreanEnding: Bool {
        switch value {
        case 0x1160...0x11FF, 0xD7B0...0xD7FB: true
        default: false
        }
    }

    private var isKoreanBeginning: Bool {
        switch value {
        case 0x1100...0x115F, 0xA960...0xA97C: true
        default: false
        }
    }

    /// Unicode's prepended concatenation marks and letters, such as number signs that are drawn around the next
    /// scalars.
    private var isPrepended: Bool {
        switch value {
        case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x110BD, 0x110CD: true
        case 0x0D4E, 0x111C2...0x111C3, 0x113D1, 0x1193F, 0x11941, 0x11A84...0x11A89, 0x11D46, 0x11F02: true
        default: false
        }
    }

    /// Braille, musical and hieroglyphic scalars without ink, which Unicode does not class as spaces.
    private var isBlank: Bool {
        switch value {
        case 0x2800, 0x1D159, 0x13441...0x13442: true
        default: false
        }
    }
}
