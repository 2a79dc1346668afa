package import ChatTypes
package import RuntimeKit
import Synchronization

/// Prints events as text or JSON, and reports a lost output.
package final class Printer: Sendable {
    private let output: LineOutput
    private let isJSON: Bool
    /// The account that each line of JSON names; nil where one alone is meant.
    private let account: AccountName?
    private let transcript: Mutex<Transcript>

    /// Gets an element once the output is lost.
    package let closed = CoalescingQueue<Void>()

    package init(output: LineOutput, isJSON: Bool, style: Style, account: AccountName? = nil) {
        (self.output, self.account) = (output, account)
        self.isJSON = isJSON
        transcript = Mutex(Transcript(style: style))
    }

    package func write(_ event: HostEvent) {
        if isJSON {
            // An event holds texts and numbers only, so encoding cannot fail.
            guard let line = try? JSONLine.text(of: event, account: account) else { return }
            output.write(line)
        } else {
            output.write(transcript.withLock { $0.lines(for: event, columns: output.columns) })
        }
        if output.failure != nil { closed.post(()) }
    }

    /// Prints lines in text mode only.
    package func write(help lines: [String]) {
        if !isJSON { output.write(lines) }
    }
}

/// The messages printed for the chat on screen, so that none is printed twice.
///
/// Stores the messages printed since the chat was opened, at most `limit`: then it forgets them all.
struct Transcript: Sendable {
    /// `watch` may print for weeks.
    static let limit = 10_000

    package let style: Style
    private var screen: ScreenName?
    private var shown: [String: HostEvent.MessageLine] = [:]

    package init(style: Style) {
        self.style = style
    }

    /// Returns the lines for an event: only the new state of a message that was printed before, and nothing if only
    /// its time changed.
    ///  - Parameter columns: the width of the terminal; nil if the output is not a terminal.
    package mutating func lines(for event: HostEvent, columns: Int? = nil) -> [String] {
        switch event {
        case .screen(let name, _, _, _, _):
            // The chat's messages remain valid after a look at its details.
            let isSameChat = name == .chatDetails || (screen == .chatDetails && name == .chat)
            if !isSameChat { shown = [:] }
            screen = name
        case .badge where screen == .chat:
            // Messages of the open chat are read as they are printed.
            return []
        case .message(let message):
            if shown.count >= Self.limit { shown = [:] }
            let earlier = shown.updateValue(message, forKey: message.id)
            // A message that was gone to is printed again.
            if let earlier, !message.isFound || earlier.isFound,
                (earlier.text, earlier.images) == (message.text, message.images)
            {
                if earlier.isPinned != message.isPinned { return message.pinText(style, columns: columns) }
                let isSame =
                    earlier.state == message.state && earlier.reactions == message.reactions
                    && earlier.poll == message.poll
                // A sender who is verified afterwards needs no line.
                let isWarning = message.warning != nil && message.warning != earlier.warning
                return isSame && !isWarning ? [] : message.changeText(style, columns: columns)
            }
        default:
            break
        }
        return event.text(style: style, columns: columns)
    }
}

/// Emphasis for the program's own words around safe text; none if colours are off.
package struct Style: Sendable, Equatable {
    package let isOn: Bool

    package static let plain = Style(isOn: false)
    package static let colored = Style(isOn: true)

    package func bold(_ text: String) -> String { wrap(text, 1) }
    package func dim(_ text: String) -> String { wrap(text, 2) }
    package func red(_ text: String) -> String { wrap(text, 31) }
    package func yellow(_ text: String) -> String { wrap(text, 33) }
    package func cyan(_ text: String) -> String { wrap(text, 36) }

    private func wrap(_ text: String, _ code: Int) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
