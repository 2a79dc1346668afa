import ChatTypes
import HostKit
import PinnedMessages
import ScreenKit

/// The pinned messages of a chat: the selected row and the scroll position.
struct PinsPanel: Panel {
    let chat: ChatID
    private(set) var state: PinnedMessagesViewState?
    private var selection = PagedSelection<MessageID>()

    init(chat: ChatID) {
        self.chat = chat
    }

    private var rows: [MessageExcerpt] { state?.rows ?? [] }

    /// The selected message; nil without rows.
    var selected: MessageID? { selection.selected }

    var goal: MessageGoal? { selected.map(goal(to:)) }

    func goal(to message: MessageID) -> MessageGoal {
        let isHere = rows.contains { $0.id == message && $0.isHere }
        return MessageGoal(chat: chat, message: message, isHere: isHere, effect: .pins(.open(message)))
    }

    /// Keeps the selected message, or selects the one that took its place.
    mutating func receive(_ new: PinnedMessagesViewState) {
        let index = selection.index(in: rows) ?? 0
        state = new
        if selection.index(in: rows) == nil { selection.select(index, in: rows) }
    }

    /// Selects the message so many rows below or, if negative, above; asks for another page at either end.
    mutating func move(by step: Int, in context: DrawingContext) -> [ModelEffect] {
        guard let state else { return [] }
        let hasPrevious = state.firstNumber > 1
        return switch selection.move(by: step, in: rows, hasPrevious: hasPrevious, hasNext: state.hasMore) {
        case .previous: [.pins(.showPrevious)]
        case .next: [.pins(.showMore)]
        case nil: []
        }
    }

    mutating func page(by pages: Int, isHalf: Bool, in context: DrawingContext) -> [ModelEffect] {
        move(by: pages * max(1, context.height / (isHalf ? 2 : 1)), in: context)
    }

    var status: String? { state?.status }

    var prompt: String { "> " }

    func hints(hasViKeys: Bool) -> [String] {
        let unpin = state?.canUnpin == true ? "u unpins, " : ""
        return [
            "Enter shows the message, \(unpin)Up and Down select, Esc goes back, F1 helps",
            "Enter shows the message, \(unpin)Esc goes back", "Enter opens, Esc goes back",
        ]
    }

    mutating func draw(with drawing: inout FrameDrawing, in context: DrawingContext) -> PanelReport {
        selection.scroll(showing: max(1, context.height), of: rows)
        guard let state else { return PanelReport() }
        drawing.heading("\(TerminalText.name(state.title)), pinned messages", in: drawing.layout.main)
        if state.rows.isEmpty { drawing.draw("No pinned messages", in: drawing.layout.main) }
        let lines = state.rows.enumerated().dropFirst(selection.top).map { index, row in
            let isSelected = row.id == selected
            let said = AnsweredLine(row, contact: state.title, contactID: state.contact).summary
            let line = "\(isSelected ? "> " : "  ")\(state.firstNumber + index)  \(said)"
            let style = isSelected ? drawing.theme.bar : row.isHere ? drawing.theme.plain : drawing.theme.dim
            return StyledLine(spans: [Span(line, style)])
        }
        drawing.draw(lines)
        return PanelReport(below: state.hasMore ? nil : state.limitText)
    }
}
