import ChatTypes

/// The escape sequence for desktop notifications, if the terminal supports one.
enum DesktopNotifications: Equatable, Sendable {
    case off
    /// The sequence of iTerm2, kitty, foot, WezTerm and Windows Terminal.
    case osc9
    /// The sequence of rxvt-unicode, foot and WezTerm.
    case osc777
    /// The program of the freedesktop.org desktops.
    case notifySend
}

/// The user's settings for the full screen.
struct Settings: Equatable, Sendable {
    enum Hours: Equatable, Sendable {
        /// The convention of the language and region.
        case ofLocale
        case twelve, twentyFour
    }

    enum Pictures: Equatable, Sendable {
        /// Shown if the decoder is installed.
        case auto
        /// The same, and the user is told if it is not installed.
        case on
        /// Shown in half blocks, whatever the terminal can draw.
        case blocks
        case off
    }

    /// The names before the messages of a chat.
    enum Names: Equatable, Sendable {
        /// If the text has too little room, names are hidden in a chat of two, and shortened and without times in a group.
        case auto
        /// As wide as the longest one, with times.
        case on
        /// Hidden in a chat of two, and like `auto` in a group.
        case off
    }

    var hours = Hours.ofLocale
    var hasBell = true
    var hasTitle = true
    var notifications = DesktopNotifications.off
    /// The user's own program that shows notifications.
    var notifyCommand: NotificationCommand?
    /// Whether Markdown in typed texts is read.
    var hasMarkdown = true
    /// Whether the terminal is told where links lead; nil to go by what is known of it.
    var hasLinks: Bool?
    /// The maximum number of colours; nil for all that the terminal has.
    var colorLimit: Int?
    var hasMouse = false
    /// The number of rows of cells for each row of the list, 1 or 2.
    var listRowHeight = 2
    /// The order of the list when the program starts.
    var listOrder = ChatOrder.favourites
    /// The width of the list beside a chat; 0 hides it, and nil goes by the terminal's width.
    var listColumns: Int?
    var names = Names.auto
    /// Whether the keys of Vi are used.
    var hasViKeys = false
    /// The commands that the user has bound to keys, each with its slash.
    var boundKeys: [Key: String] = [:]
    /// The commands that the user has bound to two keys in a row, by the first key and then the second.
    var boundPairs: [Key: [Key: String]] = [:]
    /// The colours that the user has chosen.
    var colors: [ThemeRole: ThemeColor] = [:]
    /// Whether the terminal's background is light; nil to ask the terminal.
    var isLight: Bool?
    /// Whether pictures are shown in chats.
    var pictures = Pictures.auto
    /// The milliseconds after which `ESC` is a key of its own; nil to go by `ESCDELAY` and the connection.
    var escapeDelay: Int32?
}

extension Settings {
    /// The programs that show notifications.
    var notificationCommands: [NotificationCommand] {
        (notifications == .notifySend ? [NotificationCommand.notifySend] : []) + [notifyCommand].compactMap(\.self)
    }
}

extension DesktopNotifications {
    /// Returns the sequence that shows a notification; empty if notifications are off.
    ///
    /// - Parameters:
    ///   - title: sanitized text.
    ///   - text: sanitized text.
    ///   - isInTmux: whether tmux has to pass the sequence on, which it does with `allow-passthrough on`.
    func sequence(_ title: String, _ text: String, isInTmux: Bool = false) -> String {
        // A semicolon would end the title; after a number, terminals would read the text as a command.
        let title = title.replacing(";", with: ",")
        let sequence =
            switch self {
            case .off, .notifySend: ""
            case .osc9: "\u{1B}]9;\(title): \(text)\u{07}"
            case .osc777: "\u{1B}]777;notify;\(title);\(text)\u{07}"
            }
        guard isInTmux, !sequence.isEmpty else { return sequence }
        return "\u{1B}Ptmux;\(sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}"))\u{1B}\\"
    }
}

/// A setting of the file. The table defines the parser and the documentation.
struct SettingRow: Sendable {
    typealias Value = (word: String, apply: @Sendable (inout Settings) -> Void)

    let name: String
    /// The allowed values, the default first.
    let values: [Value]
    let summary: String

    static let all =
        [
            SettingRow(
                name: "hours",
                values: [
                    ("auto", { $0.hours = .ofLocale }), ("12", { $0.hours = .twelve }),
                    ("24", { $0.hours = .twentyFour }),
                ],
                summary: "12-hour or 24-hour clock; auto follows LC_TIME or LANG"
            ),
            SettingRow(
                name: "bell",
                values: [("on", { $0.hasBell = true }), ("off", { $0.hasBell = false })],
                summary: "ring the terminal's bell for messages that are not on screen"
            ),
            SettingRow(
                name: "title",
                values: [("on", { $0.hasTitle = true }), ("off", { $0.hasTitle = false })],
                summary: "show the number of unread messages in the terminal's title"
            ),
            SettingRow(
                name: "notifications",
                values: [
                    ("off", { $0.notifications = .off }), ("osc9", { $0.notifications = .osc9 }),
                    ("osc777", { $0.notifications = .osc777 }), ("notify-send", { $0.notifications = .notifySend }),
                ],
                summary: "desktop notifications, by a sequence that the terminal supports, or by notify-send"
            ),
            SettingRow(
                name: "markdown",
                values: [("on", { $0.hasMarkdown = true }), ("off", { $0.hasMarkdown = false })],
                summary: "send your texts with the formats that their Markdown asks for"
            ),
            SettingRow(
                name: "links",
                values: [
                    ("auto", { $0.hasLinks = nil }), ("on", { $0.hasLinks = true }), ("off", { $0.hasLinks = false }),
                ],
                summary: "let the terminal open links (OSC 8); auto does where the terminal is known to"
            ),
            SettingRow(
                name: "colors",
                values: [
                    ("auto", { $0.colorLimit = nil }), ("256", { $0.colorLimit = 256 }), ("8", { $0.colorLimit = 8 }),
                    ("off", { $0.colorLimit = 0 }),
                ],
                summary: "maximum number of colours; NO_COLOR and --no-color override it"
            ),
            SettingRow(
                name: "mouse",
                values: [("off", { $0.hasMouse = false }), ("on", { $0.hasMouse = true })],
                summary: "clicks open chats and the wheel scrolls; hold Shift to select text"
            ),
            SettingRow(
                name: "escape-delay",
                values: [
                    ("auto", { $0.escapeDelay = nil }), ("25", { $0.escapeDelay = 25 }),
                    ("50", { $0.escapeDelay = 50 }),
                    ("100", { $0.escapeDelay = 100 }), ("250", { $0.escapeDelay = 250 }),
                    ("500", { $0.escapeDelay = 500 }), ("1000", { $0.escapeDelay = 1000 }),
                ],
                summary: "milliseconds to wait after Esc; auto follows ESCDELAY, or is 250 over SSH and 50 elsewhere"
            ),
            SettingRow(
                name: "keys",
                values: [("emacs", { $0.hasViKeys = false }), ("vi", { $0.hasViKeys = true })],
                summary: "the keys of Vi in list and chat, in addition to all others"
            ),
            SettingRow(
                name: "rows",
                values: [("2", { $0.listRowHeight = 2 }), ("1", { $0.listRowHeight = 1 })],
                summary: "lines for each chat of the list; with 1, without preview, which search results have"
            ),
            SettingRow(
                name: "order",
                values: ChatOrder.allCases.map { order in (order.rawValue, { $0.listOrder = order }) },
                summary: "favourites, chats with news for you, or the newest first; Alt-s changes it"
            ),
            SettingRow(
                name: "list",
                values: [
                    ("auto", { $0.listColumns = nil }), ("hidden", { $0.listColumns = 0 }),
                    ("20", { $0.listColumns = 20 }), ("25", { $0.listColumns = 25 }), ("30", { $0.listColumns = 30 }),
                    ("35", { $0.listColumns = 35 }), ("40", { $0.listColumns = 40 }),
                ],
                summary: "columns of the list beside a chat, from 80 columns on; Alt-l hides and shows it"
            ),
            SettingRow(
                name: "names",
                values: [
                    ("auto", { $0.names = .auto }), ("on", { $0.names = .on }), ("off", { $0.names = .off }),
                ],
                summary:
                    "names before messages; auto leaves texts 45 columns if it can, off hides them in a chat of two"
            ),
            SettingRow(
                name: "background",
                values: [
                    ("auto", { $0.isLight = nil }), ("dark", { $0.isLight = false }), ("light", { $0.isLight = true }),
                ],
                summary: "the terminal's background, which decides the colours; auto asks the terminal (OSC 11)"
            ),
            SettingRow(
                name: "pictures",
                values: [
                    ("auto", { $0.pictures = .auto }), ("on", { $0.pictures = .on }),
                    ("blocks", { $0.pictures = .blocks }), ("off", { $0.pictures = .off }),
                ],
                summary:
                    "small pictures in chats, if chafa is installed; on says if it is not, blocks draws them as text"
            ),
        ] + ThemeRole.allCases.map(SettingRow.init(role:))

    /// A setting for the colour of a kind of text.
    private init(role: ThemeRole) {
        name = "color-\(role)"
        let colors = ThemeColor.allCases.map { color -> Value in ("\(color)", { $0.colors[role] = color }) }
        let standard: Value = ("auto", { $0.colors[role] = nil })
        values = [standard] + colors
        summary = "the colour of \(role.summary)"
    }

    private init(name: String, values: [Value], summary: String) {
        (self.name, self.values, self.summary) = (name, values, summary)
    }
}
