import ChatApp
import ChatTypes
import HostKit
import PinnedMessages
import ScreenKit

/// The pinned messages of a chat: the selected row and the scroll position.
struct PinsPanel: PagedPanel {
    static let keys = PanelKeys(
        screen: .pinnedMessages,
        kind: .rows,
        enter: "show the message in its chat, or run the typed command"
    )

    static let ownKeys: [(key: Unicode.Scalar, action: KeyAction, summary: String)] = [
        ("u", .pinMessage, "remove the pin for everybody")
    ]

    static let wayIn: KeyBinding? = KeyBinding(
        [.alt("k")],
        .run("/pins"),
        on: [.chat, .message],
        "show the chat's pinned messages"
    )

    static let leave = PinnedMessagesAction.leave
    static let pages = (previous: PinnedMessagesAction.showPrevious, next: PinnedMessagesAction.showMore)

    static func screen(of module: AppModule) -> PinnedMessagesModule? {
        if case .pins(let screen, _) = module { screen } else { nil }
    }

    var list = PagedRows<PinnedMessagesViewState>()

    func goal(to message: MessageID) -> MessageGoal? {
        let isHere = state?.rows.contains { $0.id == message && $0.isHere } ?? false
        return MessageGoal(message: message, isHere: isHere, effect: Self.effect(.open(message)))
    }

    func perform(_ action: KeyAction) -> [ModelEffect]? {
        action == .pinMessage ? selected.map { [Self.effect(.unpin($0))] } ?? [] : []
    }

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

extension PinnedMessagesViewState: PagedState {}
