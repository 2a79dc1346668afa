/// An event from the terminal's input.
enum TerminalEvent: Equatable, Sendable {
    case key(Key)
    /// A whole paste as plain text with LF line breaks (see `PlainText`).
    case paste(String)
    /// A paste over the limit, which was skipped.
    case pasteTooLong(TextTooLong)
    /// The terminal has gained or lost focus.
    case focus(Bool)
    case mouse(Mouse)
    /// The answer to whether a private mode can be changed.
    case mode(Int, canChange: Bool)
    /// The answer to what the terminal can do (DA1), which almost every terminal gives.
    case attributes(hasSixel: Bool)
    /// The answer that the terminal has kitty's graphics.
    case kittyGraphics
    /// The name of a terminal that has placeholders for pictures.
    case placeholders
    /// The answer to what the background's colour is.
    case background(isLight: Bool)
}

/// A mouse event, in cells from the top left corner.
struct Mouse: Equatable, Sendable {
    enum Action: Sendable {
        /// The left button was pressed.
        case click
        case wheelUp, wheelDown
    }

    let action: Action
    let row: Int
    let column: Int
}

/// A text over a limit, which was not inserted.
struct TextTooLong: Error, Equatable, CustomStringConvertible {
    /// The length it would have had, in bytes of UTF-8.
    let bytes: Int
    let limit: Int

    var description: String { "The text is too long: it would have \(bytes) bytes, and the limit is \(limit)." }
}
