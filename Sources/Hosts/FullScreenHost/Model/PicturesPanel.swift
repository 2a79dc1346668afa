import ChatTypes
import HostKit
import SharedPictures

/// The pictures of a chat: the selected row and the scroll position.
struct PicturesPanel: Panel {
    let chat: ChatID
    private(set) var state: SharedPicturesViewState?
    private var selection = PagedSelection<MessageID>()

    init(chat: ChatID) {
        self.chat = chat
    }

    private var rows: [SharedPicturesViewState.Row] { state?.rows ?? [] }

    /// The message of the selected picture; nil without rows.
    var selected: MessageID? { selection.selected }

    var goal: MessageGoal? { selected.map(goal(to:)) }

    func goal(to message: MessageID) -> MessageGoal {
        MessageGoal(chat: chat, message: message, effect: .pictures(.open(message)))
    }

    /// The index of the first row shown.
    var top: Int { selection.top }

    /// Keeps the selected picture, or selects the one that took its place.
    mutating func receive(_ new: SharedPicturesViewState) {
        let index = selection.index(in: rows) ?? 0
        state = new
        if selection.index(in: rows) == nil { selection.select(index, in: rows) }
    }

    /// Selects the picture so many rows below or, if negative, above; asks for another page at either end.
    mutating func move(by step: Int, in context: DrawingContext) -> [ModelEffect] {
        guard let state else { return [] }
        let hasPrevious = state.firstNumber > 1
        return switch selection.move(by: step, in: rows, hasPrevious: hasPrevious, hasNext: state.hasMore) {
        case .previous: [.pictures(.showPrevious)]
        case .next: [.pictures(.showMore)]
        case nil: []
        }
    }

    mutating func page(by pages: Int, isHalf: Bool, in context: DrawingContext) -> [ModelEffect] {
        move(by: pages * max(1, context.height / (isHalf ? 2 : 1)), in: context)
    }

    var status: String? { state?.status }

    var prompt: String { "> " }

    func hints(hasViKeys: Bool) -> [String] {
        [
            "Enter shows the picture's message, Up and Down select, Esc goes back, F1 helps",
            "Enter shows the message, Esc goes back", "Enter opens, Esc goes back",
        ]
    }

    mutating func draw(with drawing: inout FrameDrawing, in context: DrawingContext) -> PanelReport {
        show(height: context.height)
        guard let state else { return PanelReport() }
        drawing.heading("\(TerminalText.name(state.title)), pictures", in: drawing.layout.main)
        if state.rows.isEmpty { drawing.draw("No pictures yet", in: drawing.layout.main) }
        let lines = state.rows.enumerated().dropFirst(top).map { index, row in
            let isSelected = row.id == selected
            let name = "\(isSelected ? "> " : "  ")\(state.firstNumber + index)  \(TerminalText.oneLine(row.name))"
            let detail = Span("  \(TerminalText.oneLine(row.detail))", drawing.theme.dim)
            return StyledLine(spans: [Span(name, isSelected ? drawing.theme.bar : drawing.theme.plain), detail])
        }
        drawing.draw(lines)
        return PanelReport()
    }

    /// Scrolls so that the selected picture is visible.
    mutating func show(height: Int) { selection.scroll(showing: max(1, height), of: rows) }
}
