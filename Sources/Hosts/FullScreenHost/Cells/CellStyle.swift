/// How a cell looks.
struct CellStyle: Hashable, Sendable {
    enum Color: Hashable, Sendable {
        /// The terminal's own.
        case standard
        /// One of 256, of which the first 8 are on almost every terminal.
        case indexed(UInt8)
    }

    struct Attributes: OptionSet, Hashable, Sendable {
        let rawValue: Int

        static let bold = Attributes(rawValue: 1)
        static let dim = Attributes(rawValue: 2)
        static let underlined = Attributes(rawValue: 4)
        static let reversed = Attributes(rawValue: 8)
    }

    var foreground = Color.standard
    var background = Color.standard
    var attributes: Attributes = []

    static let plain = CellStyle()

    /// Whether a blank of this style looks unlike a plain one.
    var isSeenOnBlanks: Bool {
        background != .standard || !attributes.isDisjoint(with: [.underlined, .reversed])
    }
}
