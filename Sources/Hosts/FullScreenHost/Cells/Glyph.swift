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

    /// The glyphs of a character.
    ///
    /// A tab and a newline are a blank. What would act on a terminal, or takes no room of its own, is a replacement
    /// character. A character of more than two columns, as Indian scripts have them, is several glyphs.
    /// - Parameter measure: how many columns a character takes.
    static func glyphs(of whole: Character, measuredBy measure: (Character) -> Int) -> [Glyph] {
        let character = whole.prefix(Self.scalarLimit)
        if character == "\t" || character == "\n" || character == "\r\n" { return [blank] }
        if character.unicodeScalars.contains(where: \.actsOnTerminal) { return [replacement] }
        let width = measure(character)
        if width == 1 || width == 2 { return [Glyph(character: character, width: width)] }
        var parts: [String.UnicodeScalarView] = []
        for scalar in character.unicodeScalars {
            if parts.isEmpty || measure(Character(scalar)) > 0 { parts.append(String.UnicodeScalarView()) }
            parts[parts.count - 1].append(scalar)
        }
        return parts.map { part in
            let part = String(part)
            guard let character = part.first, part.count == 1, (1...2).contains(measure(character)) else {
                return replacement
            }
            return Glyph(character: character, width: measure(character))
        }
    }

    static func glyphs(of text: String, measuredBy measure: (Character) -> Int) -> [Glyph] {
        text.flatMap { glyphs(of: $0, measuredBy: measure) }
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
        switch value {
        case 0x20...0x7E: false
        default:
            switch properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: properties.isBidiControl
            }
        }
    }
}
