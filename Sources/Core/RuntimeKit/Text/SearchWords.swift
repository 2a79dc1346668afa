extension Unicode.Scalar {
    /// Whether a search finds it behind other letters, because it is a word of its own for the index: a letter of a script without
    /// spaces, a sign such as `+` or an emoji, or `#`.
    package var isSearchWord: Bool { isWrittenWithoutSpaces || isSign }

    /// Whether words of its script can begin behind another letter: Chinese, Japanese, Korean, Thai, Lao, Burmese and Khmer.
    package var isWrittenWithoutSpaces: Bool {
        switch value {
        case ..<0x0E00: false
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF: true
        case 0x3000...0x30FF, 0x3130...0x318F, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF: true
        case 0xAC00...0xD7AF, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x20000...0x3FFFF: true
        default: false
        }
    }

    private var isSign: Bool {
        switch properties.generalCategory {
        case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: true
        default: self == "#"
        }
    }
}
