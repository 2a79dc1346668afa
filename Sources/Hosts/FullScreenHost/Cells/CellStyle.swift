/// The colours and attributes of a cell.
struct CellStyle: Hashable, Sendable {
    enum Color: Hashable, Sendable {
        /// The terminal's default colour.
        case standard
        /// One of 256 colours; almost every terminal has the first 8.
        case indexed(UInt8)
    }

    struct Attributes: OptionSet, Hashable, Sendable {
        let rawValue: Int

        static let bold = Attributes(rawValue: 1)
        static let dim = Attributes(rawValue: 2)
        static let underlined = Attributes(rawValue: 4)
        static let reversed = Attributes(rawValue: 8)
        static let italic = Attributes(rawValue: 16)
        static let struck = Attributes(rawValue: 32)
    }

    var foreground = Color.standard
    var background = Color.standard
    var attributes: Attributes = []
    /// The web address that the terminal opens for the cell, in visible ASCII characters.
    var link: String?

    static let plain = CellStyle()

    /// Whether a blank of this style differs from a plain one.
    var isSeenOnBlanks: Bool {
        background != .standard || link != nil || !attributes.isDisjoint(with: [.underlined, .reversed, .struck])
    }
}

/// Changes of style as ECMA-48 sequences, which almost all terminals understand.
enum StyleSequence {
    /// Returns the shortest sequence that changes one style to another; empty if they are equal.
    ///
    /// - Parameter color: returns the parameters that select a colour, such as `38;5;133`.
    static func text(
        from old: CellStyle,
        to new: CellStyle,
        color: (_ index: Int, _ isBackground: Bool) -> String
    ) -> String {
        guard old != new else { return "" }
        func colors(where isWanted: (KeyPath<CellStyle, CellStyle.Color>) -> Bool) -> [String] {
            [(\CellStyle.foreground, false), (\CellStyle.background, true)].filter { isWanted($0.0) }.map { part in
                switch new[keyPath: part.0] {
                case .standard: part.1 ? "49" : "39"
                case .indexed(let index): color(Int(index), part.1)
                }
            }
        }
        // Either resets everything first, or changes only what differs.
        let anew = ["0"] + codes(new.attributes) + colors { new[keyPath: $0] != .standard }
        let removed = old.attributes.subtracting(new.attributes)
        // Bold and dim can only be removed together.
        let lost: CellStyle.Attributes = removed.isDisjoint(with: [.bold, .dim]) ? [] : [.bold, .dim]
        let added = new.attributes.subtracting(old.attributes.subtracting(lost))
        let step =
            endings.filter { !removed.isDisjoint(with: $0.attributes) }.map(\.code) + codes(added)
            + colors { new[keyPath: $0] != old[keyPath: $0] }
        let parameters = [anew, step].map { $0.joined(separator: ";") }.min { $0.utf8.count < $1.utf8.count } ?? "0"
        return "\u{1B}[\(parameters == "0" ? "" : parameters)m"
    }

    private static func codes(_ attributes: CellStyle.Attributes) -> [String] {
        beginnings.filter { attributes.contains($0.attributes) }.map(\.code)
    }

    private static let beginnings: [(attributes: CellStyle.Attributes, code: String)] = [
        (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underlined, "4"), (.reversed, "7"), (.struck, "9"),
    ]
    private static let endings: [(attributes: CellStyle.Attributes, code: String)] = [
        ([.bold, .dim], "22"), (.italic, "23"), (.underlined, "24"), (.reversed, "27"), (.struck, "29"),
    ]
}
