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
