import Chat
import Transport

extension InterfaceSpy.Shown {
    /// A chat's screen, and where in it the person is.
    struct Chat: Sendable {
        /// Tells the screens of one chat apart.
        let number: Int
        let id: ChatID
        let module: ChatModule
        private(set) var state: ChatViewState?
        var hasBeenOnTop = false
        /// Nil at the newest end, which is followed.
        private(set) var place: ScrolledPlace?

        init(number: Int, id: ChatID, module: ChatModule) {
            (self.number, self.id, self.module) = (number, id, module)
        }

        /// Those up to the newest row in sight: no one has seen what is below.
        var rowsSeen: ArraySlice<ChatViewState.Row> {
            let rows = state?.rows ?? []
            let end = place.flatMap { place in rows.lastIndex { $0.id == place.row } }
            return rows[...(end ?? rows.count - 1)]
        }

        /// Shows something else. One that was opened at a message begins there, and who comes down to the end follows it.
        mutating func show(_ new: ChatViewState) {
            let isFirst = state == nil
            state = new
            if isFirst { scroll(to: new.found) }
            guard let place else { return }
            let index = new.rows.lastIndex { $0.id == place.row }
            let isLost = index == nil && !place.isTold
            if isLost || index == new.rows.count - 1 && !new.hasLater { self.place = nil }
        }

        /// The person scrolls until that row is the newest in sight; nil for the newest end.
        mutating func scroll(to row: MessageID?) {
            place = row.map { ScrolledPlace(row: $0) }
            let count = rowsSeen.count
            place?.note(count, upTo: state?.rows.last?.id)
        }

        /// By now the app knows where the person is: what is in sight has to stay.
        mutating func noteTold() {
            let seen = rowsSeen
            guard let row = place?.row, seen.last?.id == row else { return }
            // What came before it knew may have moved the rows.
            if place?.newest != state?.rows.last?.id { place?.note(seen.count, upTo: state?.rows.last?.id) }
            place?.isTold = true
        }

        /// The person is about to look for something else: the window may go there.
        mutating func letGo() { place?.isTold = false }
    }
}

/// Where a person has scrolled up to.
struct ScrolledPlace: Sendable {
    /// As many rows as a screen has, or there were.
    private static let height = 10

    /// The newest row in sight.
    let row: MessageID
    /// How many rows are in sight above it.
    private(set) var countAbove = 0
    /// The newest row of all when these were counted.
    private(set) var newest: MessageID?
    fileprivate(set) var isTold = false

    init(row: MessageID) { self.row = row }

    fileprivate mutating func note(_ count: Int, upTo newest: MessageID?) {
        (countAbove, self.newest) = (min(count, Self.height) - 1, newest)
    }
}
