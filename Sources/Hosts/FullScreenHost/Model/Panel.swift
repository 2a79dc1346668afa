import ChatTypes
import HostKit

/// What the full screen shows of a screen or overlay: how it moves and scrolls, draws itself, and what its keys and its line do.
///
/// Each panel is one file. The app's view state comes in by `receive`, which each panel has for its own.
protocol Panel: Sendable {
    /// The connection's state or typing contacts, as the screen reports them.
    var status: String? { get }

    /// The text before the input field.
    var prompt: String { get }

    /// Keys to press here, in several lengths, the longest first.
    func hints(hasViKeys: Bool) -> [String]

    /// The message that Enter goes to on an empty line; nil for most panels, and without a selection.
    var goal: MessageGoal? { get }

    /// Moves the selection or scrolls by rows.
    mutating func move(by step: Int, in context: DrawingContext) -> [ModelEffect]

    /// Moves by whole pages, or by halves of them.
    mutating func page(by pages: Int, isHalf: Bool, in context: DrawingContext) -> [ModelEffect]

    /// Moves to the first row, or as far up as there are any.
    mutating func moveToTop(in context: DrawingContext) -> [ModelEffect]

    /// Moves to the last row.
    mutating func moveToBottom(in context: DrawingContext) -> [ModelEffect]

    /// Scrolls by steps of the mouse's wheel.
    mutating func turnWheel(by steps: Int, in context: DrawingContext) -> [ModelEffect]

    /// Draws the panel on the main area; returns what it reports of what is visible.
    mutating func draw(with drawing: inout FrameDrawing, in context: DrawingContext) -> PanelReport
}

extension Panel {
    var goal: MessageGoal? { nil }

    var status: String? { nil }

    var prompt: String { "> " }
}

/// A message that a panel about a chat leads to.
struct MessageGoal {
    let message: MessageID
    /// Whether the message is here, so that the chat will be shown.
    var isHere = true
    /// The action that leads there.
    let effect: ModelEffect
}

/// What a panel reports once it is drawn.
struct PanelReport {
    /// Effects that report what is visible.
    var effects: [ModelEffect] = []
    /// How much is below, in words; nil at the end.
    var below: String?
    /// The pictures in sight, the newest first.
    var pictures: [PictureRequest] = []
}

/// Panels whose rows the user selects.
extension Panel {
    mutating func page(by pages: Int, isHalf: Bool, in context: DrawingContext) -> [ModelEffect] {
        move(by: context.step(ofPages: pages, isHalf: isHalf, rowHeight: context.settings.listRowHeight), in: context)
    }

    mutating func moveToTop(in context: DrawingContext) -> [ModelEffect] { move(by: -100_000, in: context) }

    mutating func moveToBottom(in context: DrawingContext) -> [ModelEffect] { move(by: 100_000, in: context) }

    mutating func turnWheel(by steps: Int, in context: DrawingContext) -> [ModelEffect] { move(by: steps, in: context) }
}
