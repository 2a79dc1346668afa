import ChatApp
import ChatTypes
import HostKit
import SharedPictures

/// The pictures of a chat: the selected row and the scroll position.
struct PicturesPanel: ScreenPanel {
    static let keys = PanelKeys(
        screen: .sharedPictures,
        kind: .rows,
        enter: "show the picture's message, or run the typed command"
    )

    static let wayIn: KeyBinding? = KeyBinding(
        [.alt("p")],
        .pictures,
        on: [.list, .search, .chat],
        "show the chat's pictures"
    )

    static let leave = SharedPicturesAction.leave

    static func screen(of module: AppModule) -> SharedPicturesModule? {
        if case .pictures(let screen, _) = module { screen } else { nil }
    }

    private var list = PagedRows<SharedPicturesViewState>()

    var state: SharedPicturesViewState? { list.state }

    /// The message of the selected picture; nil without rows.
    var selected: MessageID? { list.selected }

    var goal: MessageGoal? { selected.flatMap(goal(to:)) }

    func goal(to message: MessageID) -> MessageGoal? {
        MessageGoal(message: message, effect: .pictures(.open(message)))
    }

    /// The index of the first row shown.
    var top: Int { list.top }

    mutating func receive(_ new: SharedPicturesViewState) { list.receive(new) }

    /// Selects the picture so many rows below or, if negative, above; asks for another page at either end.
    mutating func move(by step: Int, in context: DrawingContext) -> [ModelEffect] {
        switch list.move(by: step) {
        case .previous: [.pictures(.showPrevious)]
        case .next: [.pictures(.showMore)]
        case nil: []
        }
    }

    func hints(hasViKeys: Bool) -> [String] {
        [
            "Enter shows the picture's message, Up and Down select, Esc goes back, F1 helps",
            "Enter shows the message, Esc goes back", "Enter opens, Esc goes back",
        ]
    }

    mutating func draw(with drawing: inout FrameDrawing, in context: DrawingContext) -> PanelReport {
        show(height: context.height)
        let theme = drawing.theme
        list.draw("pictures", orIfEmpty: "No pictures yet", with: &drawing) { row, opening, isSelected in
            let name = Span(opening + TerminalText.oneLine(row.name), isSelected ? theme.bar : theme.plain)
            return StyledLine(spans: [name, Span("  \(TerminalText.oneLine(row.detail))", theme.dim)])
        }
        return PanelReport()
    }

    /// Scrolls so that the selected picture is visible.
    mutating func show(height: Int) { list.show(height: height) }
}

extension SharedPicturesViewState: PagedState {}

extension ModelEffect {
    static func pictures(_ action: SharedPicturesAction) -> ModelEffect { PicturesPanel.effect(action) }
}
