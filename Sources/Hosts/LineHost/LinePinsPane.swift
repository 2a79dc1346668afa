import ChatTypes
import HostKit
import PinnedMessages
import ScreenKit

/// The state of a chat's pinned messages. Decides what to print when they change.
struct LinePinsPane: LinePane {
    var module: PinnedMessagesModule?
    var chat: ChatID?
    private(set) var state: PinnedMessagesViewState?

    /// Returns nothing before the first render, which brings the title.
    func appear() -> [HostEvent] { state.map { [title(of: $0), .pins(HostEvent.PinsLine($0, of: chat))] } ?? [] }

    var problem: ScreenProblem? { state?.problem }

    func leave() async { await module?.perform(.leave) }

    private func title(of state: PinnedMessagesViewState) -> HostEvent {
        .screen(.pinnedMessages, contact: ChatName(state.title, chat))
    }

    mutating func update(to new: PinnedMessagesViewState) -> [HostEvent] {
        let old = state
        state = new
        var events: [HostEvent] = old?.title != new.title ? [title(of: new)] : []
        if let line = changedRows(since: old, in: new) { events.append(.pins(line)) }
        if let problem = new.problem, problem != old?.problem { events.append(.problem(problem.text)) }
        return events
    }

    /// Returns all rows, or only those that were added at the end; nil if there is nothing new to print.
    private func changedRows(
        since old: PinnedMessagesViewState?,
        in new: PinnedMessagesViewState
    ) -> HostEvent.PinsLine? {
        var line = HostEvent.PinsLine(new, of: chat)
        guard let old else { return line }
        if old.rows == new.rows { return nil }
        if let kept = keptCount(of: old.rows, from: old.firstNumber, in: new.rows, from: new.firstNumber) {
            line.pins.removeFirst(kept)
            line.first += kept
        }
        return line
    }
}
