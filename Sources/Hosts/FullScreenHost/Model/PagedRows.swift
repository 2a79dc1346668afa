import ChatTypes
import HostKit

/// A screen's state whose rows come page by page.
protocol PagedState: PanelState {
    associatedtype Row: Identifiable & Sendable where Row.ID: Sendable

    var title: String { get }
    var rows: [Row] { get }
    /// The number of the first row.
    var firstNumber: Int { get }
    /// Whether rows follow the last.
    var hasMore: Bool { get }
}

/// A panel whose rows are those messages of a chat that its screen lists page by page.
protocol PagedPanel: ScreenPanel where State: PagedState, State.Row.ID == MessageID {
    /// The actions that show the pages beyond the rows.
    static var pages: (previous: Action, next: Action) { get }

    var list: PagedRows<State> { get set }
}

extension PagedPanel {
    var state: State? { list.state }

    /// The message of the selected row; nil without rows.
    var selected: MessageID? { list.selected }

    var goal: MessageGoal? { selected.flatMap(goal(to:)) }

    mutating func receive(_ new: State) { list.receive(new) }

    /// Selects the row so many rows below or, if negative, above; asks for another page at either end.
    mutating func move(by step: Int, in context: DrawingContext) -> [ModelEffect] {
        switch list.move(by: step) {
        case .previous: [Self.effect(Self.pages.previous)]
        case .next: [Self.effect(Self.pages.next)]
        case nil: []
        }
    }

    mutating func page(by pages: Int, isHalf: Bool, in context: DrawingContext) -> [ModelEffect] {
        move(by: context.step(ofPages: pages, isHalf: isHalf), in: context)
    }
}

/// The numbered rows of a panel: the newest state, the selected row and the scroll position.
struct PagedRows<State: PagedState>: Sendable {
    private(set) var state: State?
    private var selection = PagedSelection<State.Row.ID>()

    private var rows: [State.Row] { state?.rows ?? [] }

    /// The selected row; nil without rows.
    var selected: State.Row.ID? { selection.selected }

    /// The index of the first row shown.
    var top: Int { selection.top }

    /// Keeps the selected row, or selects the one that took its place.
    mutating func receive(_ new: State) {
        let index = selection.index(in: rows) ?? 0
        state = new
        if selection.index(in: rows) == nil { selection.select(index, in: rows) }
    }

    /// Selects the row so many rows below or, if negative, above. Returns the page to load if that leads beyond an end.
    mutating func move(by step: Int) -> PagedSelection<State.Row.ID>.Page? {
        guard let state else { return nil }
        return selection.move(by: step, in: rows, hasPrevious: state.firstNumber > 1, hasNext: state.hasMore)
    }

    /// Scrolls so that the selected row is visible.
    mutating func show(height: Int) { selection.scroll(showing: max(1, height), of: rows) }

    /// Draws a heading of the title and `name`, and below it the rows, or `none` without any. `line` returns the line of a row behind its
    /// opening, which marks the selected one and has the number.
    func draw(
        _ name: String,
        orIfEmpty none: String,
        with drawing: inout FrameDrawing,
        line: (_ row: State.Row, _ opening: String, _ isSelected: Bool) -> StyledLine
    ) {
        guard let state else { return }
        drawing.heading("\(TerminalText.name(state.title)), \(name)", in: drawing.layout.main)
        if rows.isEmpty { drawing.draw(none, in: drawing.layout.main) }
        let lines = rows.enumerated().dropFirst(top).map { index, row in
            let isSelected = row.id == selected
            return line(row, "\(isSelected ? "> " : "  ")\(state.firstNumber + index)  ", isSelected)
        }
        drawing.draw(lines)
    }
}
