import HostKit

/// How the full screen shows a screen of the app.
enum ScreenKind: Sendable {
    /// By the panel of the list, of the form or of a chat, which the model knows.
    case list, form, chat
    /// By a panel of its own.
    case panel(any ScreenPanel.Type)
}

extension ScreenName {
    /// The table of screens: a row brings a panel with its keys.
    var kind: ScreenKind {
        switch self {
        case .chatList: .list
        case .createChat: .form
        case .chat: .chat
        case .chatDetails: .panel(DetailsPanel.self)
        case .sharedPictures: .panel(PicturesPanel.self)
        case .pinnedMessages: .panel(PinsPanel.self)
        case .verification: .panel(VerificationPanel.self)
        }
    }

    /// The panel of its own; nil for the list, the form and a chat.
    var panel: (any ScreenPanel.Type)? { if case .panel(let panel) = kind { panel } else { nil } }
}
