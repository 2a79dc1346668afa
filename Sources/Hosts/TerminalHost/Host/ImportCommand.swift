import CSystem
import ChatStore
import CommandLineKit
import Foundation
import SQLiteKit

/// Takes back what `export --json` wrote: as often as one likes, for what is there already changes nothing.
struct ImportCommand {
    static let batchSize = 1000
    /// An exported message's line is longer than its text, since every control character takes six bytes.
    static let lineLimit = 16 << 20

    let profile: Profile
    let output: LineOutput
    let errors: LineOutput
    let signals: SignalPipe

    /// Bad lines are named and passed over, good ones kept, a batch at a time.
    ///
    /// Throws `StorageError`, `SQLiteError` or `ChatDatabaseError`; what was taken until then stays taken.
    func run(file: String, at now: Date) throws -> ExitCode {
        // Without O_NONBLOCK, opening a pipe without a writer blocks, deaf to signals.
        let descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { if descriptor > STDIN_FILENO { close(descriptor) } }
        // Reading nothing tells whether it could be read, before anything is made: a directory can be opened, but not read.
        guard descriptor >= 0, read(descriptor, nil, 0) == 0 else {
            say("cannot read \(shownPath(file)): \(systemReason(errno))")
            return .noInput
        }
        try profile.prepare()
        let lock = try profile.lock()
        defer { withExtendedLifetime(lock) {} }
        let opened = try profile.history.open(at: now)
        for notice in opened.notices { say(TerminalText.oneLine(notice)) }
        guard opened.readOnlyReason == nil else { return .ioError }
        var reader = LineReader(input: descriptor, signals: signals, lineLimit: Self.lineLimit)
        var progress = ImportProgress(errors: errors)
        var ending: InputEvent?
        while ending == nil { ending = try importBatch(from: &reader, into: opened.database, &progress) }
        progress.finish()
        let knownCount = progress.acceptedCount - progress.newCount
        output.write(
            "\(progress.newCount) records new, \(knownCount) there already, \(progress.rejectedCount) lines rejected"
        )
        return code(for: ending, after: progress)
    }

    private func code(for ending: InputEvent?, after progress: ImportProgress) -> ExitCode {
        switch ending {
        case .signal:
            say("interrupted after \(progress.acceptedCount) records; they are kept, and the import can be run again")
            return .ioError
        case .failed(let error):
            say("reading failed after \(progress.acceptedCount) records: \(error.reason)")
            return .ioError
        default:
            return progress.rejectedCount == 0 ? .ok : .dataError
        }
    }

    private func say(_ text: String) {
        errors.write("viperchat: \(text)")
    }

    /// Imports one batch; returns how the input ended, nil when there is more.
    private func importBatch(
        from reader: inout LineReader,
        into database: ChatDatabase,
        _ progress: inout ImportProgress
    ) throws -> InputEvent? {
        let decoder = JSONDecoder()
        let ending = try database.write { writer -> InputEvent? in
            for _ in 0..<Self.batchSize {
                let event = reader.nextEvent()
                switch event {
                case .line(let line):
                    if line.allSatisfy(\.isWhitespace) {
                        progress.skip()
                        continue
                    }
                    do {
                        let record = try decoder.decode(HistoryRecord.self, from: Data(line.utf8))
                        progress.accept(isNew: try writer.restore(record))
                    } catch let error as SQLiteError {
                        throw error
                    } catch {
                        progress.reject(because: error)
                    }
                case .tooLong(let byteCount):
                    progress.reject(because: "it has \(byteCount) bytes; the limit is \(Self.lineLimit)")
                case .cutByTerminal:
                    progress.reject(because: "a terminal passes on at most \(TypedLine.limit) bytes of a line")
                case .end, .failed, .signal:
                    return event
                }
            }
            return nil
        }
        progress.show()
        return ending
    }
}

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
                : "\(context.codingPath.map(\.stringValue).joined(separator: ".")) has the wrong type"
        default: "it is not a line that export --json wrote"
        }
    }
}
