import RuntimeKit
import Synchronization

/// Writes events for people or for programs, and tells when they are not read any more.
final class Printer: Sendable {
    private let output: LineOutput
    private let isJSON: Bool
    private let transcript: Mutex<Transcript>

    /// Gets an element once what is written goes nowhere.
    let closed = CoalescingQueue<Void>()

    init(output: LineOutput, isJSON: Bool, style: Style) {
        self.output = output
        self.isJSON = isJSON
        transcript = Mutex(Transcript(style: style))
    }

    func write(_ event: HostEvent) {
        if isJSON {
            // Every part of an event is a text or a number: encoding it cannot fail.
            guard let line = try? JSONLine.text(of: event) else { return }
            output.write(line)
        } else {
            output.write(transcript.withLock { $0.lines(for: event, columns: output.columns) })
        }
        if output.failure != nil { closed.post(()) }
    }

    /// Lines for people alone.
    func write(help lines: [String]) {
        if !isJSON { output.write(lines) }
    }
}

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

/// Emphasis for our own words around safe text; none where colour is off.
struct Style: Sendable, Equatable {
    let isOn: Bool

    static let plain = Style(isOn: false)
    static let colored = Style(isOn: true)

    func bold(_ text: String) -> String { wrap(text, 1) }
    func dim(_ text: String) -> String { wrap(text, 2) }
    func red(_ text: String) -> String { wrap(text, 31) }
    func yellow(_ text: String) -> String { wrap(text, 33) }
    func cyan(_ text: String) -> String { wrap(text, 36) }

    private func wrap(_ text: String, _ code: Int) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
