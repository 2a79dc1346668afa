/// Measures characters for tests: 2 for East Asian letters and emoji, 0 for invisible characters, 1 for others.
///
/// A character other than an emoji is as wide as its scalars together, as on a terminal.
@Sendable func testWidth(_ character: Character) -> Int {
    let widths = character.unicodeScalars.map { scalar in
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xFF01...0xFF60, 0x1F300...0x1FAFF: 2
        default:
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: 0
            default: 1
            }
        }
    }
    return character.unicodeScalars.first?.properties.isEmojiPresentation == true ? 2 : widths.reduce(0, +)
}
