import CTerminfo
import Synchronization

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
    /// Whether tmux is between the program and the user's terminal.
    var isInTmux = false
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
        let known = Self.terminfo.withLock { _ -> Self? in
            guard cterminfo_load(name, descriptor) == 1 else { return nil }
            defer { cterminfo_unload() }
            return Self.loaded(isLikeXterm: !Self.withoutXtermModes.contains { name.hasPrefix($0) })
        }
        guard let known else { return nil }
        self = known
    }

    /// Guards the description that the library has loaded, and the buffer that it fills.
    private static let terminfo = Mutex(())
    private static let withoutXtermModes = ["linux", "vt", "cons", "sun", "ansi"]

    /// Reads the loaded description.
    private static func loaded(isLikeXterm: Bool) -> Self? {
        guard let place = text("cup"), let clear = text("clear") else { return nil }
        var known = Self(move: { filled(place, $0, $1) }, clear: clear, clearLine: text("el"))
        if let text = text("cuf") { known.goRight = { filled(text, $0, 0) } }
        if let text = text("hpa") { known.goToColumn = { filled(text, $0, 0) } }
        if let text = text("ech") { known.erase = { filled(text, $0, 0) } }
        known.enterScreen = text("smcup") ?? ""
        known.leaveScreen = text("rmcup") ?? ""
        known.showCursor = text("cnorm") ?? ""
        known.hideCursor = text("civis") ?? ""
        known.plain = text("sgr0") ?? ""
        known.bold = text("bold") ?? ""
        known.dim = text("dim") ?? ""
        known.underlined = text("smul") ?? ""
        known.reversed = text("rev") ?? ""
        known.italic = text("sitm") ?? ""
        known.struck = text("smxx") ?? ""
        known.colorCount = max(0, Int(cterminfo_number("colors")))
        if let text = text("setaf") { known.foreground = { filled(text, $0, 0) } }
        if let text = text("setab") { known.background = { filled(text, $0, 0) } }
        known.hasCommonStyles = known.bold == "\u{1B}[1m" && known.reversed == "\u{1B}[7m"
        if let region = text("csr"), let index = text("indn") {
            known.scrollUp = { rows, count, rowCount in
                filled(region, rows.lowerBound, rows.upperBound - 1) + filled(index, count, 0)
                    + filled(region, 0, rowCount - 1)
            }
            if let margins = text("smglr"), let noMargins = text("mgc") {
                known.scrollColumnsUp = { [scrollUp = known.scrollUp] area, count, rowCount in
                    filled(margins, area.columns.lowerBound, area.columns.upperBound - 1)
                        + (scrollUp?(area.rows, count, rowCount) ?? "") + noMargins
                }
            }
        }
        known.canWriteCorner = cterminfo_flag("am") == 0 || cterminfo_flag("xenl") == 1
        known.isLikeXterm = isLikeXterm
        return known
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
        terminfo.withLock { _ in
            cterminfo_filled(text, Int32(first), Int32(second)).map { String(cString: $0) } ?? ""
        }
    }

    /// Removes delays such as `$<5>`, which only old hardware terminals need.
    private static func withoutPadding(_ text: String) -> String {
        text.replacing(/\$<[0-9.]*[*\/]*>/, with: "")
    }
}
