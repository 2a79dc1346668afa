import ChatTypes
import HostKit
import PinnedMessages
import ScreenKit

/// The pinned messages of a chat: the selected row and the scroll position.
struct PinsPanel: Panel {
    let chat: ChatID
    private var list = PagedRows<PinnedMessagesViewState>()

    init(chat: ChatID) {
        self.chat = chat
    }

    var state: PinnedMessagesViewState? { list.state }

    /// The selected message; nil without rows.
    var selected: MessageID? { list.selected }

    var goal: MessageGoal? { selected.map(goal(to:)) }

    func goal(to message: MessageID) -> MessageGoal {
        let isHere = state?.rows.contains { $0.id == message && $0.isHere } ?? false
        return MessageGoal(chat: chat, message: message, isHere: isHere, effect: .pins(.open(message)))
    }

    mutating func receive(_ new: PinnedMessagesViewState) { list.receive(new) }

    /// Selects the message so many rows below or, if negative, above; asks for another page at either end.
    mutating func move(by step: Int, in context: DrawingContext) -> [ModelEffect] {
        switch list.move(by: step) {
        case .previous: [.pins(.showPrevious)]
        case .next: [.pins(.showMore)]
        case nil: []
        }
    }

    mutating func page(by pages: Int, isHalf: Bool, in context: DrawingContext) -> [ModelEffect] {
        move(by: context.step(ofPages: pages, isHalf: isHalf), in: context)
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
        list.show(height: context.height)
        guard let state else { return PanelReport() }
        let theme = drawing.theme
        list.draw("pinned messages", orIfEmpty: "No pinned messages", with: &drawing) { row, opening, isSelected in
            let said = AnsweredLine(row, contact: state.title, contactID: state.contact).summary
            let style = isSelected ? theme.bar : row.isHere ? theme.plain : theme.dim
            return StyledLine(spans: [Span(opening + said, style)])
        }
        return PanelReport(below: state.hasMore ? nil : state.limitText)
    }
}
