import CSystem
import ChatStore

/// How far an import has come: counted, and shown while it goes on where the error output is a terminal.
struct ImportProgress {
    private(set) var acceptedCount = 0
    /// Those of them that were not there before.
    private(set) var newCount = 0
    private(set) var rejectedCount = 0
    private var line = 0
    private let errors: LineOutput
    private let isWatched: Bool

    /// - Parameter isWatched: whether a person sees what is written while it goes on.
    init(errors: LineOutput, isWatched: Bool = isatty(STDERR_FILENO) == 1) {
        (self.errors, self.isWatched) = (errors, isWatched)
    }

    mutating func skip() { line += 1 }

    mutating func accept(isNew: Bool) {
        line += 1
        acceptedCount += 1
        if isNew { newCount += 1 }
    }

    mutating func reject(because reason: Any) {
        line += 1
        rejectedCount += 1
        errors.write("\(isWatched ? "\r" : "")viperchat: line \(line) is rejected: \(Self.text(for: reason))")
    }

    func show() {
        if isWatched { errors.write(unfinished: "\r\(text)") }
    }

    /// Leaves nothing of it on the line.
    func finish() {
        let blanks = TerminalText.pad("", columns: TerminalText.width(text))
        if isWatched { errors.write(unfinished: "\r\(blanks)\r") }
    }

    private var text: String { "line \(line) …" }

    private static func text(for reason: Any) -> String {
        switch reason {
        case let fault as RestoreError: fault.text
        case let text as String: text
        case DecodingError.keyNotFound(let key, _): "\(key.stringValue) is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            context.codingPath.isEmpty
                ? "it is not an object"
                : "\(context.codingPath.map(\.stringValue).joined(separator: ".")) is not what it should be"
        default: "it is not a line that export --json wrote"
        }
    }
}
