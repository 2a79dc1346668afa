import ChatTypes

/// The styles of all kinds of text, with the colours that the terminal has.
struct Theme: Sendable {
    let colorCount: Int

    let plain = CellStyle.plain
    let dim = CellStyle(attributes: .dim)
    let strong = CellStyle(attributes: .bold)
    /// Bars and the selected row.
    let bar = CellStyle(attributes: .reversed)
    var selected: CellStyle { CellStyle(attributes: [.reversed, .bold]) }
    /// Search words.
    let found = CellStyle(attributes: [.bold, .underlined])
    var problem: CellStyle { colored(1, or: .bold) }
    var notice: CellStyle { colored(3, or: .bold) }
    /// The user's own name, and labels in help.
    var mine: CellStyle { colored(6, or: []) }
    var unread: CellStyle { colored(2, or: .bold) }
    var divider: CellStyle { colored(1, or: .dim) }

    /// The colour of a contact's picture in one cell, always the same for the same picture.
    func picture(_ picture: Picture) -> CellStyle {
        guard colorCount >= 8 else { return plain }
        return CellStyle(foreground: color(of: picture.bytes))
    }

    /// The colour of an author, always the same for the same name.
    func author(_ name: String) -> CellStyle {
        guard colorCount >= 8 else { return strong }
        return CellStyle(foreground: color(of: name.utf8), attributes: .bold)
    }

    private func color(of bytes: some Sequence<UInt8>) -> CellStyle.Color {
        let colors: [UInt8] = colorCount >= 256 ? Self.many : Self.few
        // FNV-1a: Swift's own hashes differ from one run to the next.
        let hash = bytes.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return .indexed(colors[Int(hash % UInt32(colors.count))])
    }

    /// Colours legible on black and on white.
    private static let many: [UInt8] = [33, 35, 37, 62, 64, 70, 97, 99, 130, 133, 136, 161, 166, 168, 172, 203]
    private static let few: [UInt8] = [2, 3, 4, 5]

    private func colored(_ color: UInt8, or attributes: CellStyle.Attributes) -> CellStyle {
        colorCount >= 8
            ? CellStyle(foreground: .indexed(color), attributes: attributes) : CellStyle(attributes: attributes)
    }
}
