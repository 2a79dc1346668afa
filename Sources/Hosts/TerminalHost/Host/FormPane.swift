import CreateChat
import ScreenKit

/// What is shown of the form for a new chat, and what to print when it changes.
struct FormPane: Pane {
    var module: CreateChatModule?
    private(set) var state: CreateChatViewState?

    var isShown: Bool { state != nil }

    func appear() -> [HostEvent] { [.screen(.createChat)] }

    func leave() async { await module?.perform(.leave) }

    mutating func update(to new: CreateChatViewState) -> [HostEvent] {
        let old = state
        state = new
        var events: [HostEvent] = []
        if new.added != old?.added ?? [] { events.append(.added(new.added)) }
        if new.name != old?.name || new.message != old?.message { events.append(.form(problem: new.message)) }
        if new.suggestions != old?.suggestions ?? [] { events.append(.suggestions(new.suggestions)) }
        if let problem = new.problem, problem != old?.problem { events.append(.problem(problem.text)) }
        return events
    }
}
