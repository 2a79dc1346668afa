/// What one cell, or two beside each other, can show: a character that has a width and does nothing else.
struct Glyph: Hashable, Sendable {
    /// No picture or letter has more scalars than this; a pile of marks is cut.
    static let scalarLimit = 24

    let character: Character
    /// In columns: 1 or 2.
    let width: Int

    static let blank = Glyph(character: " ", width: 1)
    /// For what must not or cannot be shown.
    static let replacement = Glyph(character: "\u{FFFD}", width: 1)

    private init(character: Character, width: Int) {
        (self.character, self.width) = (character, width)
    }

    static func glyphs(of text: String, measuredBy measure: (Character) -> Int) -> [Glyph] {
        var glyphs: [Glyph] = []
        for character in text { append(character, to: &glyphs, measuredBy: measure) }
        return glyphs
    }

    /// Puts the glyphs of a character behind others.
    ///
    /// A tab and a newline are a blank. What would act on a terminal, or takes no room of its own, is a replacement
    /// character. A character of more than two columns, as Indian scripts have them, is several glyphs.
    /// - Parameter measure: how many columns a character beyond ASCII takes.
    static func append(
        _ whole: Character,
        to glyphs: inout [Glyph],
        measuredBy measure: (Character) -> Int
    ) {
        if let ascii = whole.asciiValue {
            switch ascii {
            case 0x20...0x7E: glyphs.append(Glyph(character: whole, width: 1))
            // CRLF, too.
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
    /// The character of its first scalars.
    fileprivate func prefix(_ limit: Int) -> Character {
        guard utf8.count > limit else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.prefix(limit))).first ?? self
    }
}

extension Unicode.Scalar {
    /// Moves the cursor, sets modes, ends lines or turns the direction. A terminal's own text functions are stricter.
    fileprivate var actsOnTerminal: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}
