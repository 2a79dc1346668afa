import ChatDetails
import ChatList
import ChatStore
import ChatTypes
import CreateChat
import HostKit
import SQLiteKit
import ScreenKit
import SharedPictures
import Verification

/// The state of one screen in line mode.
protocol LinePane: Sendable {
    associatedtype Action: Sendable
    associatedtype State: Sendable & Equatable

    var module: Screen<Action, State>? { get }

    /// The newest state; nil before the screen has rendered.
    var state: State? { get }

    /// The newest problem of a screen that may refuse to go to a message; nil by default.
    var problem: ScreenProblem? { get }

    /// Returns what to print when the screen comes on top.
    mutating func appear() -> [HostEvent]

    /// Leaves the screen.
    func leave() async
}

extension LinePane {
    /// Whether the screen has rendered.
    var isShown: Bool { state != nil }

    var problem: ScreenProblem? { nil }

    /// Performs an action of this screen; does nothing for one of another.
    func perform(_ action: ScreenAction) async {
        if let action = action.action as? Action { await module?.perform(action) }
    }
}

/// Returns how many of the new rows were there before; nil unless the old rows still in the window are first in it.
func keptCount<Row: Equatable>(
    of old: [Row],
    from oldFirst: Int,
    in new: [Row],
    from newFirst: Int
) -> Int? {
    guard newFirst >= oldFirst else { return nil }
    let kept = old.dropFirst(newFirst - oldFirst)
    return !kept.isEmpty && new.starts(with: kept) ? kept.count : nil
}

/// The state of the list. Decides what to print when it changes.
struct LineListPane: LinePane {
    var module: ChatListModule?
    private(set) var state: ChatListViewState?
    /// Whether only the rows after the printed rows are printed.
    var printsMoreOnly = false

    func appear() -> [HostEvent] { [.screen(.chatList)] + printed }

    /// The list cannot be left: it is the first screen.
    func leave() async {}

    /// The list in its current state; nothing before its first render.
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

    /// Returns the rows after the printed rows; nil unless the printed rows are unchanged and only further rows are
    /// wanted.
    private func more(than old: ChatListViewState?) -> [HostEvent]? {
        guard printsMoreOnly, let old, let state,
            let kept = keptCount(of: old.seenRows, from: old.firstNumber, in: state.seenRows, from: state.firstNumber)
        else { return nil }
        return [.list(Array(state.printedRows.dropFirst(kept)), first: state.firstNumber + kept)]
    }

    /// Returns the contacts who started or stopped typing.
    private func typing(since old: ChatListViewState?) -> [HostEvent] {
        let before = Set(old?.rows.filter { $0.typing != nil }.map(\.id) ?? [])
        return state?.rows.compactMap { row in
            (row.typing != nil) == before.contains(row.id)
                ? nil : .typing(row.typing != nil, contact: ChatName(row.title, row.id.chat))
        } ?? []
    }
}

extension ChatListViewState {
    fileprivate var printedRows: [HostEvent.ListRow] { rows.map(HostEvent.ListRow.init(_:)) }

    /// The rows without the parts that are not printed.
    fileprivate var seenRows: [HostEvent.ListRow] {
        printedRows.map { row in
            var row = row
            row.at = nil
            return row
        }
    }
}

/// The state of the form for a new chat. Decides what to print when it changes.
struct LineFormPane: LinePane {
    var module: CreateChatModule?
    private(set) var state: CreateChatViewState?

    /// The account that the chat will be of, where several are shown.
    var account: AccountName?

    func appear() -> [HostEvent] { [.screen(.createChat, distinction: account.map { "as \($0)" })] }

    func leave() async { await module?.perform(.leave) }

    mutating func update(to new: CreateChatViewState) -> [HostEvent] {
        let old = state
        state = new
        var events: [HostEvent] = []
        if new.added != old?.added ?? [] { events.append(.added(new.added)) }
        if new.name != old?.name || new.message != old?.message || new.isEncrypted != old?.isEncrypted {
            events.append(.form(problem: new.message, isEncrypted: new.isEncrypted))
        }
        if new.suggestions != old?.suggestions ?? [] { events.append(.suggestions(new.suggestions)) }
        if let problem = new.problem, problem != old?.problem { events.append(.problem(problem.text)) }
        return events
    }
}

/// The state of a chat's details. Decides what to print when they change.
struct LineDetailsPane: LinePane {
    var module: ChatDetailsModule?
    var chat: ChatID?
    private(set) var state: ChatDetailsViewState?

    /// Returns nothing before the first render, which brings the title.
    func appear() -> [HostEvent] { state.map { [title(of: $0), .details(HostEvent.DetailsLine($0, of: chat))] } ?? [] }

    func leave() async { await module?.perform(.leave) }

    private func title(of state: ChatDetailsViewState) -> HostEvent {
        .screen(
            .chatDetails,
            contact: ChatName(state.title, chat),
            distinction: state.distinction,
            isEncrypted: state.isEncrypted ? true : nil
        )
    }

    mutating func update(to new: ChatDetailsViewState) -> [HostEvent] {
        let old = state
        state = new
        var events: [HostEvent] = old?.title != new.title ? [title(of: new)] : []
        let line = HostEvent.DetailsLine(new, of: chat)
        if old.map({ HostEvent.DetailsLine($0, of: chat) }) != line { events.append(.details(line)) }
        if let problem = new.problem, problem != old?.problem { events.append(.problem(problem.text)) }
        return events
    }
}

/// The state of a chat's pictures. Decides what to print when they change.
struct LinePicturesPane: LinePane {
    var module: SharedPicturesModule?
    var chat: ChatID?
    private(set) var state: SharedPicturesViewState?

    /// Returns nothing before the first render, which brings the title.
    func appear() -> [HostEvent] {
        state.map { [title(of: $0), .pictures(HostEvent.PicturesLine($0, of: chat))] } ?? []
    }

    func leave() async { await module?.perform(.leave) }

    private func title(of state: SharedPicturesViewState) -> HostEvent {
        .screen(.sharedPictures, contact: ChatName(state.title, chat))
    }

    mutating func update(to new: SharedPicturesViewState) -> [HostEvent] {
        let old = state
        state = new
        var events: [HostEvent] = old?.title != new.title ? [title(of: new)] : []
        if let line = changedRows(since: old, in: new) { events.append(.pictures(line)) }
        if let problem = new.problem, problem != old?.problem { events.append(.problem(problem.text)) }
        return events
    }

    /// Returns all rows, or only those that were added at the end; nil if there is nothing new to print.
    private func changedRows(
        since old: SharedPicturesViewState?,
        in new: SharedPicturesViewState
    ) -> HostEvent.PicturesLine? {
        var line = HostEvent.PicturesLine(new, of: chat)
        guard let old else { return line }
        if let kept = keptCount(of: old.rows, from: old.firstNumber, in: new.rows, from: new.firstNumber) {
            line.pictures.removeFirst(kept)
            line.first += kept
        }
        // A line says when the last picture is gone.
        return line.pictures.isEmpty && old.rows.isEmpty == new.rows.isEmpty ? nil : line
    }
}

/// The state of a device's verification. Decides what to print when it changes.
struct LineVerificationPane: LinePane {
    var module: VerificationModule?
    private(set) var state: VerificationViewState?

    /// Returns nothing before the first render, which brings the title.
    func appear() -> [HostEvent] { state.map { title(of: $0) + stage(of: $0) } ?? [] }

    func leave() async { await module?.perform(.leave) }

    private func title(of state: VerificationViewState) -> [HostEvent] {
        [.screen(.verification, contact: ChatName(state.person, nil), distinction: state.owner?.rawValue)]
    }

    private func stage(of state: VerificationViewState) -> [HostEvent] {
        HostEvent.VerificationLine(state).map { [.verification($0)] } ?? []
    }

    mutating func update(to new: VerificationViewState) -> [HostEvent] {
        let old = state
        state = new
        var events = old.map(title(of:)) == title(of: new) ? [] : title(of: new)
        if old?.id != new.id || old?.stage != new.stage || old?.text != new.text { events += stage(of: new) }
        if let problem = new.problem, problem != old?.problem { events.append(.problem(problem.text)) }
        return events
    }
}
