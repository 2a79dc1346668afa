import CSystem
import ChatStore
import CommandLineKit
import Foundation
import HostKit
import SQLiteKit

/// Imports the output of `export --json`. Importing the same file again changes nothing.
struct ImportCommand {
    static let batchSize = 1000
    /// The limit is higher than for a text, since a control character takes six bytes in JSON.
    static let lineLimit = 16 << 20

    let profile: Profile
    let output: LineOutput
    let errors: LineOutput
    let signals: SignalPipe

    /// Imports the file in batches. Skips invalid lines and prints the reason for each.
    ///
    /// Throws `StorageError`, `SQLiteError` or `ChatDatabaseError`; the batches imported before that stay.
    func run(file: String, at now: Date) throws -> ExitCode {
        // Without O_NONBLOCK, opening a pipe that has no writer would block, and no signal could end it.
        let descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { if descriptor > STDIN_FILENO { close(descriptor) } }
        // A read of no bytes checks that the file is readable before anything is created: a directory can be opened,
        // but not read.
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
            if progress.recordCount == 0 {
                let object = progress.rejectedCount == 0 ? "the file is empty" : "this is no export of viperchat"
                say("\(object): viperchat export --json makes a file to import")
            } else if progress.rejectedCount == 0 {
                return .ok
            }
            return .dataError
        }
    }

    private func say(_ text: String) {
        errors.write(sentence: "viperchat: \(text)")
    }

    /// Imports one batch. Returns how the input ended, or nil if there is more.
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
                        progress.noteRecord()
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

/// Counts the lines of an import, and shows the count while it runs if standard error is a terminal.
struct ImportProgress {
    /// The lines that are records of an export, accepted or rejected.
    private(set) var recordCount = 0
    private(set) var acceptedCount = 0
    /// The accepted records that were not stored before.
    private(set) var newCount = 0
    private(set) var rejectedCount = 0
    private var line = 0
    private let errors: LineOutput
    private let isWatched: Bool

    /// - Parameter isWatched: whether the output is a terminal that a user sees.
    init(errors: LineOutput, isWatched: Bool = isatty(STDERR_FILENO) == 1) {
        (self.errors, self.isWatched) = (errors, isWatched)
    }

    mutating func skip() { line += 1 }

    mutating func noteRecord() { recordCount += 1 }

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

    /// Clears the progress from the line.
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
