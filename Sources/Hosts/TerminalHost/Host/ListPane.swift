import ChatList
import ChatStore
import ChatTypes
import SQLiteKit
import ScreenKit

/// What is shown of the list, and what to print when it changes.
struct ListPane: Pane {
    var module: ChatListModule?
    private(set) var state: ChatListViewState?
    /// Whether rows that come behind those that stand are printed alone.
    var printsMoreOnly = false

    var isShown: Bool { state != nil }

    func appear() -> [HostEvent] { [.screen(.chatList)] + printed }

    /// The list is what all others are left for.
    func leave() async {}

    /// The list as it stands; nothing before it was first rendered.
    var printed: [HostEvent] {
        state.map { [.list($0.printedRows, first: $0.firstNumber)] } ?? []
    }

    mutating func update(to new: ChatListViewState) -> [HostEvent] {
        let old = state
        state = new
        var events = old?.seenRows == new.seenRows ? [] : more(than: old) ?? printed
        events += typing(since: old)
        if let problem = new.problem, problem != old?.problem { events.append(.problem(problem.text)) }
        return events
    }

    /// The rows behind those that were printed; nil unless these still stand and it is they alone that are wanted.
    private func more(than old: ChatListViewState?) -> [HostEvent]? {
        guard printsMoreOnly, let old, let state, state.firstNumber >= old.firstNumber else { return nil }
        let standing = old.seenRows.dropFirst(state.firstNumber - old.firstNumber)
        guard !standing.isEmpty, state.seenRows.starts(with: standing) else { return nil }
        return [.list(Array(state.printedRows.dropFirst(standing.count)), first: state.firstNumber + standing.count)]
    }

    /// Who has begun to type, or has stopped.
    private func typing(since old: ChatListViewState?) -> [HostEvent] {
        let before = Set(old?.rows.filter { $0.typing != nil }.map(\.id) ?? [])
        return state?.rows.compactMap { row in
            (row.typing != nil) == before.contains(row.id) ? nil : .typing(row.typing != nil, contact: row.title)
        } ?? []
    }

    /// What a row stands for, by its number as it is printed.
    func row(numbered number: Int) -> ChatSummary.ID? {
        guard let state, state.rows.indices.contains(number - state.firstNumber) else { return nil }
        return state.rows[number - state.firstNumber].id
    }
}

extension ChatListViewState {
    fileprivate var printedRows: [HostEvent.ListRow] { rows.map(HostEvent.ListRow.init(_:)) }

    /// Without what people do not see of them.
    fileprivate var seenRows: [HostEvent.ListRow] {
        printedRows.map { row in
            var row = row
            row.at = nil
            return row
        }
    }
}

extension HostEvent.ListRow {
    init(_ row: ChatListViewState.Row) {
        self.init(
            contact: row.title,
            sender: row.sender,
            preview: row.preview,
            time: row.time,
            at: Timestamp(row.date).text,
            unread: row.unreadCount,
            muted: row.isMuted ? true : nil,
            id: row.id.message?.rawValue,
            // A message that was found says whose it is; a chat's newest is its preview.
            mine: row.id.message == nil ? nil : row.author == .me
        )
    }
}
