import CTerminfo

/// What is written to a terminal of some kind to have it do something.
struct TerminalCapabilities: Sendable {
    var move: @Sendable (_ row: Int, _ column: Int) -> String
    var clear: String
    /// Goes to the right by so many columns, or to a column of the same row; nil where the terminal cannot.
    var goRight: (@Sendable (_ count: Int) -> String)?
    var goToColumn: (@Sendable (_ column: Int) -> String)?
    /// Blanks the rest of a row; nil where the terminal cannot.
    var clearLine: String?
    /// Blanks so many cells from the cursor on, which stays; nil where the terminal cannot.
    var erase: (@Sendable (_ count: Int) -> String)?
    /// Leaves the alternative screen, and goes there.
    var enterScreen = ""
    var leaveScreen = ""
    var showCursor = ""
    var hideCursor = ""
    /// Takes back every colour and attribute.
    var plain = ""
    var bold = ""
    var dim = ""
    var underlined = ""
    var reversed = ""
    var colorCount = 0
    var foreground: @Sendable (Int) -> String = { _ in "" }
    var background: @Sendable (Int) -> String = { _ in "" }
    /// Whether styles are written as ECMA-48 has them, so that one sequence may say several things.
    var hasCommonStyles = false
    /// Moves whole rows up by so many, on a screen of so many rows; nil where the terminal cannot.
    var scrollUp: (@Sendable (_ rows: Range<Int>, _ count: Int, _ rowCount: Int) -> String)?
    /// The same within some columns. A terminal's description may claim it wrongly: it has to be asked.
    var scrollColumnsUp: (@Sendable (_ area: CellArea, _ count: Int, _ rowCount: Int) -> String)?
    /// Whether the last cell of the last row can be written without scrolling.
    var canWriteCorner = true
    /// Whether modes that terminfo does not describe, and xterm began, are understood or passed over.
    var isLikeXterm = true
}

extension TerminalCapabilities {
    /// By the system's terminfo; nil for a terminal that it does not know, or whose cursor cannot be placed.
    ///
    /// ncurses' own screens are not used: its cells hold at most five scalars, which is less than a family has, and their
    /// widths come from the C library, which disagrees with terminals on joined emoji. Of one cell wrong all that follow are.
    init?(terminal name: String, descriptor: Int32) {
        guard cterminfo_load(name, descriptor) == 1, let place = Self.text("cup"), let clear = Self.text("clear") else {
            return nil
        }
        self.init(move: { Self.filled(place, $0, $1) }, clear: clear, clearLine: Self.text("el"))
        if let text = Self.text("cuf") { goRight = { Self.filled(text, $0, 0) } }
        if let text = Self.text("hpa") { goToColumn = { Self.filled(text, $0, 0) } }
        if let text = Self.text("ech") { erase = { Self.filled(text, $0, 0) } }
        enterScreen = Self.text("smcup") ?? ""
        leaveScreen = Self.text("rmcup") ?? ""
        showCursor = Self.text("cnorm") ?? ""
        hideCursor = Self.text("civis") ?? ""
        plain = Self.text("sgr0") ?? ""
        bold = Self.text("bold") ?? ""
        dim = Self.text("dim") ?? ""
        underlined = Self.text("smul") ?? ""
        reversed = Self.text("rev") ?? ""
        colorCount = max(0, Int(cterminfo_number("colors")))
        if let text = Self.text("setaf") { foreground = { Self.filled(text, $0, 0) } }
        if let text = Self.text("setab") { background = { Self.filled(text, $0, 0) } }
        hasCommonStyles = bold == "\u{1B}[1m" && reversed == "\u{1B}[7m"
        if let region = Self.text("csr"), let index = Self.text("indn") {
            scrollUp = { rows, count, rowCount in
                Self.filled(region, rows.lowerBound, rows.upperBound - 1) + Self.filled(index, count, 0)
                    + Self.filled(region, 0, rowCount - 1)
            }
            if let margins = Self.text("smglr"), let noMargins = Self.text("mgc") {
                scrollColumnsUp = { [scrollUp] area, count, rowCount in
                    Self.filled(margins, area.columns.lowerBound, area.columns.upperBound - 1)
                        + (scrollUp?(area.rows, count, rowCount) ?? "") + noMargins
                }
            }
        }
        canWriteCorner = cterminfo_flag("am") == 0 || cterminfo_flag("xenl") == 1
        isLikeXterm = !["linux", "vt", "cons", "sun", "ansi"].contains { name.hasPrefix($0) }
    }

    private static func text(_ capability: String) -> String? {
        cterminfo_text(capability).map { withoutPadding(String(cString: $0)) }
    }

    private static func filled(_ text: String, _ first: Int, _ second: Int) -> String {
        cterminfo_filled(text, Int32(first), Int32(second)).map { String(cString: $0) } ?? ""
    }

    /// Delays, as `$<5>`, were for terminals of paper and glass.
    private static func withoutPadding(_ text: String) -> String {
        text.replacing(/\$<[0-9.]*[*\/]*>/, with: "")
    }
}
