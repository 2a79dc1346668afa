import ChatTypes

/// A colour that the settings name; every terminal with colours has these.
enum ThemeColor: UInt8, CaseIterable, Sendable {
    case black, red, green, yellow, blue, magenta, cyan, white
}

/// A kind of text with a colour of its own.
enum ThemeRole: Int, CaseIterable, Sendable {
    /// The user's name, and labels in help.
    case own
    /// Unread counts.
    case unread
    /// The rule above the first new message.
    case new
    /// Progress and missing messages.
    case notice
    /// Failures.
    case problem
    /// Search words.
    case found
    /// Times, dates, hints and previews.
    case quiet
    /// The selected row or message.
    case selection

    /// The kind of text, within a sentence.
    var summary: String {
        switch self {
        case .own: "your name, and of labels in help"
        case .unread: "unread counts"
        case .new: "the rule above new messages"
        case .notice: "drafts, progress and missing messages"
        case .problem: "failures"
        case .found: "words found"
        case .quiet: "times, days, hints and previews"
        case .selection: "the selected row or message"
        }
    }
}

/// The styles of all kinds of text, with the colours that the terminal has.
struct Theme: Sendable {
    let colorCount: Int
    /// The user's choices.
    var colors: [ThemeRole: ThemeColor] = [:]
    /// Whether the terminal's background is light.
    var isLight = false
    /// Whether the terminal slants text and strikes it through.
    var canSlant = true
    var canStrike = true

    /// - Parameter capabilities: those of the terminal; nil for one that has all attributes.
    init(
        colorCount: Int,
        colors: [ThemeRole: ThemeColor] = [:],
        isLight: Bool = false,
        capabilities: TerminalCapabilities? = nil
    ) {
        (self.colorCount, self.colors, self.isLight) = (colorCount, colors, isLight)
        canSlant = capabilities?.italic.isEmpty != true
        canStrike = capabilities?.struck.isEmpty != true
    }

    let plain = CellStyle.plain
    var dim: CellStyle { style(.quiet, else: .dim) }
    let strong = CellStyle(attributes: .bold)
    /// Code. Its ground differs from that of all other texts.
    var code: CellStyle {
        colorCount >= 256 ? CellStyle(background: .indexed(isLight ? 254 : 236)) : CellStyle(attributes: .reversed)
    }
    /// The selected row, and news.
    var bar: CellStyle { style(.selection, .reversed, else: .reversed) }
    /// Notices and the connection's state.
    var selected: CellStyle { CellStyle(attributes: [.reversed, .bold]) }
    /// Search words.
    var found: CellStyle { style(.found, [.bold, .underlined], else: [.bold, .underlined]) }
    var problem: CellStyle { style(.problem, .red, else: .bold) }
    /// The sign of a doubt about a sender: most keys from a backup and most people without an identity are what they seem.
    func sign(of warning: SenderWarning?) -> CellStyle {
        warning == .unprovedKey || warning == .unsignedDevice ? dim : problem
    }
    var notice: CellStyle { style(.notice, isLight ? .magenta : .yellow, else: .bold) }
    /// The user's own name, and labels in help.
    var mine: CellStyle { style(.own, isLight ? .blue : .cyan, else: []) }
    var unread: CellStyle { style(.unread, isLight ? .magenta : .green, else: .bold) }
    /// An unread count in the list.
    var badge: CellStyle { style(.unread, .reversed, isLight ? .magenta : .green, else: .reversed) }
    var divider: CellStyle { style(.new, .red, else: .bold) }

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
        let colors: [UInt8] =
            switch (colorCount >= 256, isLight) {
            case (true, false): Self.many
            case (true, true): Self.manyOnLight
            case (false, false): Self.few
            case (false, true): Self.fewOnLight
            }
        // FNV-1a: Swift's own hashes differ from one run to the next.
        let hash = bytes.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return .indexed(colors[Int(hash % UInt32(colors.count))])
    }

    /// Colours legible on black, and on white where the background is unknown.
    private static let many: [UInt8] = [33, 35, 37, 62, 64, 70, 97, 99, 130, 133, 136, 161, 166, 168, 172, 203]
    private static let few: [UInt8] = [2, 3, 4, 5]
    private static let manyOnLight: [UInt8] = [25, 28, 30, 55, 58, 61, 88, 90, 94, 97, 124, 127, 130, 131, 161, 166]
    private static let fewOnLight: [UInt8] = [1, 4, 5, 6]

    /// Returns the style of a role: the user's colour, or the standard one, or attributes on a terminal without colours.
    private func style(
        _ role: ThemeRole,
        _ attributes: CellStyle.Attributes = [],
        _ standard: ThemeColor? = nil,
        else plain: CellStyle.Attributes
    ) -> CellStyle {
        guard colorCount >= 8, let color = colors[role] ?? standard else { return CellStyle(attributes: plain) }
        return CellStyle(foreground: .indexed(color.rawValue), attributes: attributes)
    }

    private func style(_ role: ThemeRole, _ standard: ThemeColor, else plain: CellStyle.Attributes) -> CellStyle {
        style(role, [], standard, else: plain)
    }
}
