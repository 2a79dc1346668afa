/// The view of a screen. It is the same in every architecture, as if from a storyboard.
open class View {
    /// The counter for drawing costs, set by the window before the first drawing.
    var drawing: Drawing?

    /// Whether the view is visible, because its controller is on top. An invisible view is not drawn until it is
    /// visible.
    public internal(set) var isInWindow = false {
        didSet { if isInWindow, !oldValue { didMoveToWindow() } }
    }

    /// The connection status; `nil` if connected.
    public var status: String? { didSet { note(status != oldValue) } }
    /// The text of the last alert.
    public var alert: String? { didSet { note(alert != oldValue) } }

    public init() {}

    func didMoveToWindow() {}

    func note(_ isChange: Bool) {
        if isChange { drawing?.updateCount += 1 }
    }
}

/// The cost of drawing so far.
public final class Drawing {
    /// The number of times a view's content was changed.
    public internal(set) var updateCount = 0
    /// The number of cells created.
    public internal(set) var cellCount = 0
}
