import ChatApp
import ChatTypes
import HostKit
import Verification

/// The verification of a device as its screen shows it.
struct VerificationPanel: ScreenPanel {
    static let keys = PanelKeys(screen: .verification, kind: .fixed, escape: "go back; the verification goes on")

    static let ownKeys: [(key: Unicode.Scalar, action: KeyAction, summary: String)] = [
        ("y", .run("/verify yes"), "accept, or say that both show the same"),
        ("n", .run("/verify no"), "decline, or say that they differ"),
        ("c", .run("/verify cancel"), "cancel the verification"),
    ]

    static let wayIn: KeyBinding? = KeyBinding([.alt("v")], .verification, "show the verification of a device")

    static let leave = VerificationAction.leave

    static func screen(of module: AppModule) -> VerificationModule? {
        if case .verification(let screen) = module { screen } else { nil }
    }

    private(set) var state: VerificationViewState?

    mutating func receive(_ new: VerificationViewState) { state = new }

    func hints(hasViKeys: Bool) -> [String] {
        if state?.goesOn == false { return ["Esc goes back, F1 helps", "Esc goes back"] }
        if state?.isQuestion == false {
            return ["c cancels, Esc goes back while it goes on, F1 helps", "c cancels, Esc goes back"]
        }
        return [
            "y accepts or says that both show the same, n says no, c cancels, Esc goes back while it goes on, F1 helps",
            "y says yes, n says no, c cancels, Esc goes back, F1 helps", "y, n, c cancels, Esc goes back",
        ]
    }

    /// Nothing moves here.
    mutating func move(by step: Int, in context: DrawingContext) -> [ModelEffect] { [] }

    /// Draws an emoji a row, or all in one paragraph where the rows are few.
    mutating func draw(with drawing: inout FrameDrawing, in context: DrawingContext) -> PanelReport {
        guard let state else { return PanelReport() }
        let owner = state.owner.map { " (\(TerminalText.oneLine($0.rawValue)))" } ?? ""
        let name =
            state.person.isEmpty ? "" : " of \(state.owner == nil ? "your device" : TerminalText.name(state.person))"
        drawing.heading("Verification\(name)\(owner)", in: drawing.layout.main)
        let height = drawing.layout.main.withHeading.body.rows.count
        let style = state.isQuestion ? drawing.theme.strong : drawing.theme.plain
        var lines = drawing.wrapped(TerminalText.oneLine(state.text), style, upTo: height)
        let emoji = state.emojiNames.map { TerminalText.oneLine($0) }
        if emoji.count + lines.count < height {
            lines += emoji.map { StyledLine(indent: 2, spans: [Span($0, drawing.theme.plain)]) }
        } else {
            lines += drawing.wrapped(emoji.joined(separator: ", "), drawing.theme.plain, upTo: height)
        }
        if let numbers = state.numberText {
            lines += drawing.wrapped("or the numbers \(numbers)", drawing.theme.plain, upTo: height)
        }
        drawing.draw(lines)
        return PanelReport()
    }
}

extension VerificationViewState: PanelState {}
