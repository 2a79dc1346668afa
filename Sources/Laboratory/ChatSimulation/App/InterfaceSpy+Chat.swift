import Chat
import ChatTypes

extension InterfaceSpy.Shown {
    /// A chat's screen with the user's scroll position.
    struct Chat: Sendable {
        /// A number that distinguishes several screens of one chat.
        let number: Int
        let id: ChatID
        let module: ChatModule
        private(set) var state: ChatViewState?
        var hasBeenOnTop = false
        /// The scroll position; `nil` at the newest message, where the screen follows new ones.
        private(set) var place: ScrolledPlace?

        init(number: Int, id: ChatID, module: ChatModule) {
            (self.number, self.id, self.module) = (number, id, module)
        }

        /// The rows down to the newest visible one. Rows below have not been seen.
        var rowsSeen: ArraySlice<ChatViewState.Row> {
            let rows = state?.rows ?? []
            let end = place.flatMap { place in rows.lastIndex { $0.id == place.row } }
            return rows[...(end ?? rows.count - 1)]
        }

        /// Shows a new state. A screen opened at a message begins there, and one with more unread messages than fit at the
        /// first of them. A user who reaches the end follows new messages again.
        mutating func show(_ new: ChatViewState) {
            // A refused action may be shown before the rows.
            let isFirst = state?.rows.isEmpty ?? true
            state = new
            if isFirst { scroll(to: new.found ?? (new.hasLater ? new.firstUnread : nil)) }
            guard let place else { return }
            let index = new.rows.lastIndex { $0.id == place.row }
            let isLost = index == nil && !place.isTold
            if isLost || index == new.rows.count - 1 && !new.hasLater { self.place = nil }
        }

        /// Scrolls until that row is the newest visible one, or to the newest message for `nil`.
        mutating func scroll(to row: MessageID?) {
            place = row.map { ScrolledPlace(row: $0) }
            let count = rowsSeen.count
            place?.note(count, upTo: state?.rows.last?.id)
        }

        /// Records that the app knows the scroll position, so that the visible rows have to stay.
        mutating func noteTold() {
            let seen = rowsSeen
            guard let row = place?.row, seen.last?.id == row else { return }
            // Rows may have moved because of messages that arrived before the app knew the position.
            if place?.newest != state?.rows.last?.id { place?.note(seen.count, upTo: state?.rows.last?.id) }
            place?.isTold = true
        }

        /// Allows the window to move, because the user is about to jump elsewhere.
        mutating func letGo() { place?.isTold = false }
    }
}

/// The position to which the user has scrolled up.
struct ScrolledPlace: Sendable {
    /// The number of rows on a screen, or fewer if the chat has fewer.
    private static let height = 10

    /// The newest visible row.
    let row: MessageID
    /// The number of visible rows above `row`.
    private(set) var countAbove = 0
    /// The newest row of the chat when the visible ones were counted.
    private(set) var newest: MessageID?
    fileprivate(set) var isTold = false

    init(row: MessageID) { self.row = row }

    fileprivate mutating func note(_ count: Int, upTo newest: MessageID?) {
        (countAbove, self.newest) = (min(count, Self.height) - 1, newest)
    }
}
