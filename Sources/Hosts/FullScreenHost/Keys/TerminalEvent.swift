/// What a terminal tells a program through its input.
enum TerminalEvent: Equatable, Sendable {
    case key(Key)
    /// A paste, in one piece: plain text whose lines end with LF, and nothing in it acts (see `PlainText`).
    case paste(String)
    /// A paste over the limit, which was passed over.
    case pasteTooLong(TextTooLong)
    /// Whether the terminal is looked at, from now on.
    case focus(Bool)
    case mouse(Mouse)
    /// Whether the terminal lets a private mode be changed, as it was asked.
    case mode(Int, canChange: Bool)
}

/// What the mouse did, in cells from the top left corner.
struct Mouse: Equatable, Sendable {
    enum Action: Sendable {
        /// The left button went down.
        case click
        case wheelUp, wheelDown
    }

    let action: Action
    let row: Int
    let column: Int
}

/// A text that does not fit, and is left out whole.
struct TextTooLong: Error, Equatable, CustomStringConvertible {
    /// How much it would have been, in bytes of UTF-8.
    let bytes: Int
    let limit: Int

    var description: String { "That does not fit: it would make \(bytes) bytes, and at most \(limit) can stand here." }
}
