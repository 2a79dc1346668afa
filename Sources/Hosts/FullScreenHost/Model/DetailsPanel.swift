import ChatApp
import ChatDetails
import ChatTypes
import HostKit

/// A chat's details and their scroll position.
struct DetailsPanel: ScreenPanel {
    static let keys = PanelKeys(screen: .chatDetails, kind: .lines, escape: "back to the chat")

    static let wayIn: KeyBinding? = KeyBinding(
        [.alt("i")],
        .details,
        on: [.chat, .invitation],
        "show the chat's members and files"
    )

    static let leave = ChatDetailsAction.leave

    static func screen(of module: AppModule) -> ChatDetailsModule? {
        if case .details(let screen, _) = module { screen } else { nil }
    }

    private(set) var state: ChatDetailsViewState?
    /// The first line of members and files shown.
    private(set) var top = 0

    /// Keeps the visible lines in place when the window of members or files moves.
    mutating func receive(_ new: ChatDetailsViewState) {
        if let state {
            let members = new.firstNumber - state.firstNumber
            let isBelowMembers = members == 0 && top >= state.rows.count
            top = max(0, top - (isBelowMembers ? new.firstFileNumber - state.firstFileNumber : members))
        }
        state = new
    }

    func hints(hasViKeys: Bool) -> [String] {
        [
            "Esc goes back; /mute, /unmute, /invite and /leave apply to this chat, F1 helps",
            "Esc goes back, F1 helps",
        ]
    }

    mutating func move(by step: Int, in context: DrawingContext) -> [ModelEffect] { scroll(by: step, in: context) }

    mutating func moveToTop(in context: DrawingContext) -> [ModelEffect] { show(from: 0, in: context) }

    mutating func moveToBottom(in context: DrawingContext) -> [ModelEffect] { show(from: .max, in: context) }

    /// Scrolls so many lines down or, if negative, up; asks for more members and files at either end.
    mutating func scroll(by lines: Int, in context: DrawingContext) -> [ModelEffect] {
        show(from: top + lines, in: context)
    }

    /// Scrolls by a page, or by half of one.
    mutating func page(by pages: Int, isHalf: Bool = false, in context: DrawingContext) -> [ModelEffect] {
        scroll(by: pages * max(1, height(in: context) / (isHalf ? 2 : 1)), in: context)
    }

    /// Shows the lines from one on, as far as there are so many.
    mutating func show(from line: Int, in context: DrawingContext) -> [ModelEffect] {
        guard let state, let last = lastTop(in: context) else { return [] }
        top = max(0, min(line, last))
        if line < 0, state.firstNumber > 1 || state.firstFileNumber > 1 { return [Self.effect(.showPrevious)] }
        return line > last && state.hasMore ? [Self.effect(.showMore)] : []
    }

    mutating func draw(with drawing: inout FrameDrawing, in context: DrawingContext) -> PanelReport {
        fill(context)
        guard let state else { return PanelReport() }
        let about = state.isLeaving ? "Leaving…" : (state.subtitle ?? state.stateText).map { TerminalText.oneLine($0) }
        let id = state.distinction.map { " (\(TerminalText.oneLine($0)))" } ?? ""
        let topic = state.topic.isEmpty ? "" : ", \(TerminalText.oneLine(state.topic))"
        drawing.heading(
            TerminalText.name(state.title) + id + (about.map { ", \($0)" } ?? "") + topic,
            in: drawing.layout.main
        )
        drawing.draw(Self.text(of: state, in: context).lines(from: top))
        return PanelReport()
    }

    /// Scrolls up if lines are missing at the end, since members have left or the terminal has grown.
    mutating func fill(_ context: DrawingContext) {
        if let last = lastTop(in: context) { top = min(top, last) }
    }

    /// The greatest `top`, with which the last line is at the bottom.
    private func lastTop(in context: DrawingContext) -> Int? {
        state.map { max(0, Self.text(of: $0, in: context).rowCount - height(in: context)) }
    }

    /// The number of lines that scroll.
    private func height(in context: DrawingContext) -> Int {
        max(1, context.height - (state.map { Self.text(of: $0, in: context).above.count } ?? 0))
    }

    private static func text(of state: ChatDetailsViewState, in context: DrawingContext) -> DetailsText {
        DetailsText(state: state, theme: context.theme, columns: context.layout.main.columns.count)
    }
}

extension ChatDetailsViewState: PanelState {}
