import ChatList
import ChatStore
import ScreenKit
import Transport

/// What is shown of the list, and what to print when it changes.
struct ListPane: Sendable {
    var module: ChatListModule?
    private(set) var state: ChatListViewState?
    private var shownProblem: ScreenProblem?

    init(module: ChatListModule? = nil) {
        self.module = module
    }

    /// The list as it stands; nothing before it was first rendered.
    func appear() -> [HostEvent] {
        state.map { [.list($0.rows.map(HostEvent.ListRow.init(_:)))] } ?? []
    }

    mutating func update(to new: ChatListViewState) -> [HostEvent] {
        let old = state
        state = new
        var events = old?.rows.map(\.shownRow) == new.rows.map(\.shownRow) ? [] : appear()
        if let problem = new.problem, problem != shownProblem {
            shownProblem = problem
            events.append(.problem(problem.text))
        }
        return events
    }

    /// What a row stands for, by its number as it is printed.
    func row(numbered number: Int) -> ChatSummary.ID? {
        guard let state, state.rows.indices.contains(number - state.firstNumber) else { return nil }
        return state.rows[number - state.firstNumber].id
    }
}

extension ChatListViewState.Row {
    /// The part of it that people see.
    fileprivate var shownRow: HostEvent.ListRow {
        var row = HostEvent.ListRow(self)
        row.at = nil
        return row
    }
}

extension HostEvent.ListRow {
    init(_ row: ChatListViewState.Row) {
        self.init(
            contact: row.title,
            preview: row.preview,
            time: row.time,
            at: Timestamp(row.date).text,
            unread: row.unreadCount,
            id: row.id.message?.rawValue
        )
    }
}
