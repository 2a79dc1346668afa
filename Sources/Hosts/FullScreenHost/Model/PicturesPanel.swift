import ChatApp
import ChatTypes
import HostKit
import SharedPictures

/// The pictures of a chat: the selected row and the scroll position.
struct PicturesPanel: PagedPanel {
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
    static let pages = (previous: SharedPicturesAction.showPrevious, next: SharedPicturesAction.showMore)

    static func screen(of module: AppModule) -> SharedPicturesModule? {
        if case .pictures(let screen, _) = module { screen } else { nil }
    }

    var list = PagedRows<SharedPicturesViewState>()

    func goal(to message: MessageID) -> MessageGoal? {
        MessageGoal(message: message, effect: Self.effect(.open(message)))
    }

    /// The index of the first row shown.
    var top: Int { list.top }

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
