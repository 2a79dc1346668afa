import CTerminfo

/// The control sequences of a kind of terminal.
struct TerminalCapabilities: Sendable {
    var move: @Sendable (_ row: Int, _ column: Int) -> String
    var clear: String
    /// Moves right by columns, or to a column of the same row; nil if the terminal cannot.
    var goRight: (@Sendable (_ count: Int) -> String)?
    var goToColumn: (@Sendable (_ column: Int) -> String)?
    /// Blanks the rest of a row; nil if the terminal cannot.
    var clearLine: String?
    /// Blanks cells from the cursor on without moving it; nil if the terminal cannot.
    var erase: (@Sendable (_ count: Int) -> String)?
    /// Switches to the alternate screen and back.
    var enterScreen = ""
    var leaveScreen = ""
    var showCursor = ""
    var hideCursor = ""
    /// Resets colours and attributes.
    var plain = ""
    var bold = ""
    var dim = ""
    var underlined = ""
    var reversed = ""
    /// Slants text and strikes it through; empty if the terminal cannot.
    var italic = ""
    var struck = ""
    /// Whether the terminal can be told where a text leads (OSC 8). Terminfo does not say.
    var hasLinks = false
    var colorCount = 0
    var foreground: @Sendable (Int) -> String = { _ in "" }
    var background: @Sendable (Int) -> String = { _ in "" }
    /// Whether styles follow ECMA-48, so that one sequence can change several attributes.
    var hasCommonStyles = false
    /// Moves whole rows up on a screen of `rowCount` rows; nil if the terminal cannot.
    var scrollUp: (@Sendable (_ rows: Range<Int>, _ count: Int, _ rowCount: Int) -> String)?
    /// Moves the rows of an area up. Descriptions may claim it wrongly, so the terminal is asked.
    var scrollColumnsUp: (@Sendable (_ area: CellArea, _ count: Int, _ rowCount: Int) -> String)?
    /// Whether the last cell of the last row can be written without scrolling.
    var canWriteCorner = true
    /// Whether the terminal understands or ignores xterm's modes that terminfo does not describe.
    var isLikeXterm = true
}

extension TerminalCapabilities {
    /// Reads the system's terminfo; nil for an unknown terminal, or one whose cursor cannot be positioned.
    ///
    /// Does not use ncurses' screens: their cells hold at most five scalars, fewer than a family emoji has, and their widths
    /// come from the C library, which disagrees with terminals on joined emoji. One wrong cell shifts all that follow.
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
        italic = Self.text("sitm") ?? ""
        struck = Self.text("smxx") ?? ""
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

    /// Whether the environment names a terminal that opens links. Inside of tmux and screen it names the outer one.
    static func areLinksKnown(in environment: [String: String]) -> Bool {
        let kind = environment["TERM"] ?? ""
        if environment["TMUX"] != nil || kind.hasPrefix("screen") || kind.hasPrefix("tmux") { return false }
        let kinds = ["xterm-kitty", "xterm-ghostty", "foot", "alacritty", "wezterm", "contour"]
        let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio"]
        return kinds.contains { kind.hasPrefix($0) } || programs.contains(environment["TERM_PROGRAM"] ?? "")
            || (Int(environment["VTE_VERSION"] ?? "") ?? 0) >= 5000
            || ["KITTY_WINDOW_ID", "KONSOLE_VERSION", "WT_SESSION", "DOMTERM"].contains { environment[$0] != nil }
    }

    private static func text(_ capability: String) -> String? {
        cterminfo_text(capability).map { withoutPadding(String(cString: $0)) }
    }

    private static func filled(_ text: String, _ first: Int, _ second: Int) -> String {
        cterminfo_filled(text, Int32(first), Int32(second)).map { String(cString: $0) } ?? ""
    }

    /// Removes delays such as `$<5>`, which only old hardware terminals need.
    private static func withoutPadding(_ text: String) -> String {
        text.replacing(/\$<[0-9.]*[*\/]*>/, with: "")
    }
}
