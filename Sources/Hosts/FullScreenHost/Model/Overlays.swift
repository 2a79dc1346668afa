import ChatTypes

/// A chat in the switcher.
struct FoundChat: Equatable, Sendable {
    let chat: ChatID
    let title: String
    var unreadCount = 0
}

/// The switcher above a screen: the chats whose names match the typed text.
struct SwitcherPanel: Equatable, Sendable {
    private(set) var chats: [FoundChat] = []
    private(set) var selected = 0

    /// The selected chat; nil if no chat matches.
    var selectedChat: ChatID? { chats.indices.contains(selected) ? chats[selected].chat : nil }

    /// - Parameter text: the typed text; chats with this very name come first.
    mutating func receive(_ found: [FoundChat], for text: String) {
        let name = text.foldedForSearch
        let named = found.filter { $0.title.foldedForSearch == name }
        (chats, selected) = (named + found.filter { $0.title.foldedForSearch != name }, 0)
    }

    mutating func move(by step: Int) { selected = max(0, min(selected + step, chats.count - 1)) }
}

/// The help above a screen or the switcher.
struct HelpPanel: Equatable, Sendable {
    /// Keys to press, in several lengths, the longest first.
    static let hints = ["PageUp and PageDown turn pages, any other key closes help", "Esc closes help"]

    /// The first line shown; drawing reduces one that is too large.
    private(set) var top = 0

    mutating func scroll(by lines: Int) { top = max(0, top + lines) }

    /// Scrolls if a key's action says so.
    ///
    /// - Returns: false for actions that do not scroll.
    mutating func scroll(for action: KeyAction, page: Int, lineCount: Int) -> Bool {
        switch action {
        case .pageDown: scroll(by: page)
        case .pageUp: scroll(by: -page)
        case .halfPageDown: scroll(by: max(1, page / 2))
        case .halfPageUp: scroll(by: -max(1, page / 2))
        case .selectNext, .edit(.down), .scrollDown: scroll(by: 1)
        case .selectPrevious, .edit(.up), .scrollUp: scroll(by: -1)
        case .top: top = 0
        case .bottom: top = lineCount
        default: return false
        }
        return true
    }

    mutating func limit(to last: Int) { top = min(top, last) }
}
