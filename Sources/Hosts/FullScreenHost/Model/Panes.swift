import Chat
import ChatDetails
import ChatList
import ChatTypes
import CreateChat

/// What a person sees of the list.
struct ListPane: Sendable {
    private(set) var state: ChatListViewState?
    /// Nil until there are rows.
    private(set) var chosen: ChatSummary.ID?
    /// The first row that is shown.
    private(set) var top = 0
    /// The chats as they were last, while something is searched for.
    private(set) var chats: [ChatListViewState.Row] = []
    /// The rows whose pictures were asked for last.
    var reported: [ChatSummary.ID] = []

    var rows: [ChatListViewState.Row] { state?.rows ?? [] }

    mutating func receive(_ new: ChatListViewState) {
        // The rows of a search stay with it: where it begins and ends, the choice begins at the top.
        if new.searchText != state?.searchText { chosen = nil }
        state = new
        if new.searchText.isEmpty, !new.isSearching { chats = new.rows }
        if !rows.contains(where: { $0.id == chosen }) { chosen = rows.first?.id }
    }

    var chosenIndex: Int? { rows.firstIndex { $0.id == chosen } }

    mutating func choose(_ index: Int) {
        guard !rows.isEmpty else { return }
        chosen = rows[max(0, min(index, rows.count - 1))].id
    }

    /// What is open is chosen, too.
    mutating func choose(_ chat: ChatID) {
        if let row = rows.first(where: { $0.id.chat == chat }), chosen?.chat != chat { chosen = row.id }
    }

    /// Moves what is shown so that what is chosen is in sight.
    mutating func scroll(height: Int) {
        let count = max(1, height / ListDrawing.rowHeight)
        let index = chosenIndex ?? 0
        top = max(0, min(top, rows.count - count))
        top = max(index - count + 1, min(top, index))
    }
}

/// What a person sees of a chat.
struct ChatPane: Sendable {
    let chat: ChatID
    var state: ChatViewState?
    var viewport = Viewport.newest
    /// What was last said to be in sight, and the newest row then.
    var reported: (seen: MessageID?, newest: MessageID?) = (nil, nil)
    /// The newest row that was in sight, or was the last one when the chat's end was first shown.
    var newestKnown: MessageID?
    /// What was sent and may still be refused.
    var sending: String?
}

/// What a person sees of a chat's details.
struct DetailsPane: Sendable {
    let chat: ChatID
    private(set) var state: ChatDetailsViewState?
    /// The first row that is shown.
    var top = 0

    /// What is in sight stays there, though the window has moved.
    mutating func receive(_ new: ChatDetailsViewState) {
        if let state {
            let members = new.firstNumber - state.firstNumber
            let isBelowMembers = members == 0 && top >= state.rows.count
            top = max(0, top - (isBelowMembers ? new.firstFileNumber - state.firstFileNumber : members))
        }
        state = new
    }
}

/// What a person sees of the form.
struct FormPane: Sendable {
    var state: CreateChatViewState?
    /// Nil for what is typed.
    var chosen: Int?
    /// What is taken into the group and may still be refused.
    var adding: String?
    /// What was typed when the chat was to be begun; nil where none is.
    var begun: String?
}

/// What lies above the screen.
enum Overlay: Equatable, Sendable {
    /// The keys of a screen, from a line on.
    case help(top: Int, on: KeyScreen)
    /// The chats that match what is typed, and which one is chosen.
    case switcher(chosen: Int)
}

/// A chat that the switcher offers.
struct FoundChat: Equatable, Sendable {
    let chat: ChatID
    let title: String
    var unreadCount = 0
}
