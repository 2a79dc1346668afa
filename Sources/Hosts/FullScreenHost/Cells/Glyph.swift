/// A character that one cell or two can show, without any effect on the terminal.
struct Glyph: Hashable, Sendable {
    /// More scalars than any emoji or letter has; longer piles of marks are cut.
    static let scalarLimit = 24

    let character: Character
    /// The width in columns, 1 or 2.
    let width: Int

    /// Whether terminals disagree on its width: emoji of several scalars.
    var isDoubtful: Bool { width > 1 && character.unicodeScalars.count > 1 }

    static let blank = Glyph(character: " ", width: 1)
    /// Replaces characters that must not or cannot be shown.
    static let replacement = Glyph(character: "\u{FFFD}", width: 1)

    private init(character: Character, width: Int) {
        (self.character, self.width) = (character, width)
    }

    /// Creates a part of a picture: see `PicturePlaceholder`. No text has such a glyph.
    init(placeholder: Unicode.Scalar, marks: [Unicode.Scalar]) {
        self.init(character: String(String.UnicodeScalarView([placeholder] + marks)).first ?? " ", width: 1)
    }

    /// Whether it is a part of a picture.
    var isPlaceholder: Bool { character.unicodeScalars.first == PicturePlaceholder.scalar }

    /// Returns the glyphs of a text.
    static func glyphs(of text: String, measuredBy measure: (Character) -> Int) -> [Glyph] {
        var glyphs: [Glyph] = []
        for character in text { append(character, to: &glyphs, measuredBy: measure) }
        return glyphs
    }

    /// Appends the glyphs of a character.
    ///
    /// A tab or newline becomes a blank. A character that would act on the terminal, or has no width, becomes a replacement
    /// character. A character over two columns wide, as in Indian scripts, becomes several glyphs.
    /// - Parameter measure: returns the columns of a character outside ASCII.
    static func append(
        _ whole: Character,
        to glyphs: inout [Glyph],
        measuredBy measure: (Character) -> Int
    ) {
        if let ascii = whole.asciiValue {
            switch ascii {
            case 0x20...0x7E: glyphs.append(Glyph(character: whole, width: 1))
            // 0x0A includes CRLF.
            case 0x09, 0x0A: glyphs.append(blank)
            default: glyphs.append(replacement)
            }
            return
        }
        let character = whole.prefix(scalarLimit)
        guard !character.unicodeScalars.contains(where: \.actsOnTerminal) else { return glyphs.append(replacement) }
        let width = measure(character)
        if width == 1 || width == 2 { return glyphs.append(Glyph(character: character, width: width)) }
        var parts: [String.UnicodeScalarView] = []
        for scalar in character.unicodeScalars {
            if parts.isEmpty || measure(Character(scalar)) > 0 { parts.append(String.UnicodeScalarView()) }
            parts[parts.count - 1].append(scalar)
        }
        for part in parts.map({ String($0) }) {
            let width = part.count == 1 ? part.first.map(measure) ?? 0 : 0
            let isShown = width == 1 || width == 2
            glyphs.append(isShown ? Glyph(character: Character(part), width: width) : replacement)
        }
    }
}

extension Character {
    /// The character cut to its first scalars.
    fileprivate func prefix(_ limit: Int) -> Character {
        guard utf8.count > limit else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.prefix(limit))).first ?? self
    }
}

extension Unicode.Scalar {
    /// Whether the scalar moves the cursor, sets modes, ends lines, changes the direction or shows a part of a picture. `TerminalText` is
    /// stricter.
    fileprivate var actsOnTerminal: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl || self == PicturePlaceholder.scalar
        }
    }
}
