import ChatTypes
import Foundation
import HostKit

/// A chat in the switcher.
struct FoundChat: Equatable, Sendable {
    let chat: ChatID
    var title: String
    var unreadCount = 0
    /// The time of its newest message, by which the chats of several accounts are ordered.
    var time = Date.distantPast
}

/// The switcher above a screen: the chats whose names match the typed text.
struct SwitcherPanel: Panel, Equatable {
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

    var prompt: String { "Go to: " }

    func hints(hasViKeys: Bool) -> [String] {
        ["Enter opens, Up and Down select, Esc closes", "Enter opens, Esc closes"]
    }

    mutating func move(by step: Int, in context: DrawingContext) -> [ModelEffect] {
        selected = max(0, min(selected + step, chats.count - 1))
        return []
    }

    mutating func draw(with drawing: inout FrameDrawing, in context: DrawingContext) -> PanelReport {
        drawing.heading("Go to a chat", in: drawing.layout.main)
        // Keeps the selected chat visible.
        let height = drawing.layout.main.withHeading.body.rows.count
        let first = max(0, min(selected, chats.count - 1) - max(0, height - 1))
        var lines = drawing.choices(chats.map(\.title), selected: selected)
        for (index, chat) in chats.enumerated() where chat.unreadCount > 0 {
            lines[index].spans.append(Span(" [\(chat.unreadCount)]", drawing.theme.unread))
        }
        if lines.isEmpty { lines = [StyledLine(spans: [Span("No chat has this name", drawing.theme.dim)])] }
        drawing.draw(Array(lines.dropFirst(first)))
        return PanelReport()
    }
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

    /// Draws these lines of help.
    mutating func draw(_ lines: [StyledLine], with drawing: inout FrameDrawing) {
        drawing.heading("Help", in: drawing.layout.main)
        let height = drawing.layout.main.withHeading.body.rows.count
        let first = max(0, min(top, lines.count - height))
        drawing.draw(Array(lines.dropFirst(first)))
        self.top = first
    }
}
