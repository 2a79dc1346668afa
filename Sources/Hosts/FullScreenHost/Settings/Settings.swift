/// How the desktop is told of a message that is not on screen, where the terminal passes that on.
enum DesktopNotices: Equatable, Sendable {
    case off
    /// As iTerm2, kitty, foot, WezTerm and Windows Terminal take it.
    case osc9
    /// As rxvt-unicode, foot and WezTerm take it.
    case osc777
}

/// What a person changes about the full-screen chat.
struct Settings: Equatable, Sendable {
    enum Hours: Equatable, Sendable {
        /// As the language and region have it.
        case ofLocale
        case twelve, twentyFour
    }

    var hours = Hours.ofLocale
    var hasBell = true
    var hasTitle = true
    var notices = DesktopNotices.off
    /// How many colours to use at most; nil for as many as the terminal has.
    var colorLimit: Int?
    var hasMouse = false
}
