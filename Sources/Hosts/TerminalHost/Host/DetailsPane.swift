import ChatDetails
import ChatTypes
import ScreenKit

/// What is shown of a chat's details, and what to print when they change.
struct DetailsPane: Pane {
    var module: ChatDetailsModule?
    private(set) var state: ChatDetailsViewState?

    var isShown: Bool { state != nil }

    /// The chat's name comes with what is rendered first.
    func appear() -> [HostEvent] { [] }

    func leave() async { await module?.perform(.leave) }

    mutating func update(to new: ChatDetailsViewState) -> [HostEvent] {
        let old = state
        state = new
        var events: [HostEvent] = old?.title != new.title ? [.screen(.chatDetails, contact: new.title)] : []
        let line = HostEvent.DetailsLine(new)
        if old.map(HostEvent.DetailsLine.init) != line { events.append(.details(line)) }
        if let problem = new.problem, problem != old?.problem { events.append(.problem(problem.text)) }
        return events
    }
}

extension HostEvent.DetailsLine {
    init(_ state: ChatDetailsViewState) {
        self.init(
            contact: state.title,
            members: state.rows.filter { $0.id != .me }.map(\.name),
            files: state.files.map { File(id: $0.id.rawValue, name: $0.name) },
            isIn: state.subtitle == nil || state.rows.contains { $0.id == .me },
            hasMore: state.hasMore,
            text: state.subtitle,
            isMuted: state.isMuted
        )
    }
}
