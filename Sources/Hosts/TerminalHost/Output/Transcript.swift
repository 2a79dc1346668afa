/// What a person has been shown of the chat on screen, so that a message already there is not printed again.
///
/// Holds an id for each message printed since the chat was opened.
struct Transcript: Sendable {
    let style: Style
    private var screen: ScreenName?
    private var shown: [String: HostEvent.MessageLine] = [:]

    init(style: Style) {
        self.style = style
    }

    /// The lines to append for an event: of a message that was shown before only its new state, and nothing where only
    /// its time has changed.
    /// - Parameter columns: how wide the terminal is; nil where the output is none.
    mutating func lines(for event: HostEvent, columns: Int? = nil) -> [String] {
        switch event {
        case .screen(let name, _):
            // A chat's details are looked up in between: what stands above is still the chat's.
            let goesOn = name == .chatDetails || (screen == .chatDetails && name == .chat)
            if !goesOn { shown = [:] }
            screen = name
        case .badge where screen == .chat:
            // What comes in here is read as it is printed.
            return []
        case .message(let message):
            let earlier = shown.updateValue(message, forKey: message.id)
            if let earlier, (earlier.text, earlier.images) == (message.text, message.images) {
                return earlier.state == message.state ? [] : message.changeText(style, columns: columns)
            }
        default:
            break
        }
        return event.text(style: style, columns: columns)
    }
}
