/// What a screen is drawn on; the same in every version, as a storyboard would make it.
open class View {
    /// What drawing costs is counted here; given by the window before anything is drawn.
    var drawing: Drawing?

    /// Whether it can be seen: its controller is on top. What cannot be seen is not drawn until it can.
    public internal(set) var isInWindow = false {
        didSet { if isInWindow, !oldValue { didMoveToWindow() } }
    }

    /// Of a server that is not there; nil while all is well.
    public var status: String? { didSet { note(status != oldValue) } }
    /// What the last alert said.
    public var alert: String? { didSet { note(alert != oldValue) } }

    public init() {}

    func didMoveToWindow() {}

    func note(_ isChange: Bool) {
        if isChange { drawing?.updateCount += 1 }
    }
}

/// What drawing has cost so far.
public final class Drawing {
    /// How many times a view was told to show something else.
    public internal(set) var updateCount = 0
    /// How many cells were made.
    public internal(set) var cellCount = 0
}
