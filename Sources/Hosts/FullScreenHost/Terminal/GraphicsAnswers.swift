/// How the terminal draws pictures itself.
enum TerminalGraphics: Equatable, Sendable {
    /// Kitty's graphics with Unicode placeholders.
    case kitty
    case sixel(Sixel.CellSize)
}

/// The terminal's answers about pictures, early or late; without an answer it draws none.
struct GraphicsAnswers: Equatable, Sendable {
    private var hasKitty = false
    private var hasPlaceholders: Bool
    private var hasSixel = false

    /// - Parameter hasPlaceholders: whether the terminal is known to have placeholders.
    init(hasPlaceholders: Bool = false) { self.hasPlaceholders = hasPlaceholders }

    /// Asks for kitty's graphics, the terminal's name (XTVERSION) and its attributes (DA1). The last has an answer from almost all.
    static func question(isInTmux: Bool) -> String {
        // Tmux answers with its own name.
        KittyGraphics.question(isInTmux: isInTmux) + (isInTmux ? "" : "\u{1B}[>q") + "\u{1B}[c"
    }

    mutating func receive(_ event: TerminalEvent) {
        switch event {
        case .kittyGraphics: hasKitty = true
        case .placeholders: hasPlaceholders = true
        case .attributes(let sixel): hasSixel = hasSixel || sixel
        default: break
        }
    }

    /// Returns the best way. Some terminals have kitty's graphics without placeholders.
    ///
    /// - Parameter cell: the size of a cell; nil if it is not known.
    func graphics(cell: Sixel.CellSize?) -> TerminalGraphics? {
        if hasKitty, hasPlaceholders { return .kitty }
        return hasSixel ? cell.map(TerminalGraphics.sixel) : nil
    }

    /// Whether a name of a terminal, as `kitty(0.35.2)`, stands for one with placeholders. Kitty has them since version 0.28.
    static func hasPlaceholders(_ name: String) -> Bool {
        guard name.hasPrefix("kitty(") else { return name.hasPrefix("ghostty") }
        let numbers = name.dropFirst("kitty(".count).split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
        return numbers.count == 2 && (numbers[0] > 0 || numbers[1] >= 28)
    }

    /// Whether tmux was started in a terminal with placeholders. Elsewhere the terminal is asked for its name.
    static func hasPlaceholders(in environment: [String: String]) -> Bool {
        environment["TMUX"] != nil && ["KITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR"].contains { environment[$0] != nil }
    }

    /// Whether the terminal may be asked. `screen` would show the question as its status.
    static func canAsk(in environment: [String: String]) -> Bool {
        environment["STY"] == nil && (environment["TMUX"] != nil || environment["TERM"]?.hasPrefix("screen") != true)
    }
}
