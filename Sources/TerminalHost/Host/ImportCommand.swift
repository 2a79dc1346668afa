import ChatStore
import Foundation
import Transport

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

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
        let descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            errors.write("viperchat: cannot read \(TerminalText.safe(file)): \(String(cString: strerror(errno)))")
            return .noInput
        }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        try profile.prepare()
        let lock = try profile.lock()
        defer { withExtendedLifetime(lock) {} }
        let database = try profile.history.open(at: now).database
        var reader = LineReader(input: descriptor, signals: signals, lineLimit: Self.lineLimit)
        var progress = ImportProgress(errors: errors)
        while try take(from: &reader, into: database, &progress) {}
        progress.finish()
        output.write("\(progress.takenCount) records taken, \(progress.rejectedCount) lines rejected")
        return progress.rejectedCount == 0 ? .ok : .dataError
    }

    /// Takes one batch; false when there is no more.
    private func take(
        from reader: inout LineReader,
        into database: ChatDatabase,
        _ progress: inout ImportProgress
    ) throws -> Bool {
        let decoder = JSONDecoder()
        var goesOn = true
        try database.write { writer in
            for _ in 0..<Self.batchSize {
                switch reader.nextEvent() {
                case .line(let line):
                    if line.allSatisfy(\.isWhitespace) {
                        progress.skip()
                        continue
                    }
                    do {
                        try writer.restore(try decoder.decode(HistoryRecord.self, from: Data(line.utf8)))
                        progress.take()
                    } catch let error as SQLiteError {
                        throw error
                    } catch {
                        progress.reject(because: error)
                    }
                case .tooLong(let byteCount):
                    progress.reject(because: "it has \(byteCount) bytes, and \(Self.lineLimit) is the most")
                case .end, .signal:
                    goesOn = false
                    return
                }
            }
        }
        progress.show()
        return goesOn
    }
}

/// How far an import has come: counted, and shown while it goes on if somebody is watching a terminal.
private struct ImportProgress {
    private(set) var takenCount = 0
    private(set) var rejectedCount = 0
    private var line = 0
    private let errors: LineOutput
    private let isWatched = isatty(STDERR_FILENO) == 1

    init(errors: LineOutput) {
        self.errors = errors
    }

    mutating func skip() { line += 1 }

    mutating func take() {
        line += 1
        takenCount += 1
    }

    mutating func reject(because reason: Any) {
        line += 1
        rejectedCount += 1
        errors.write("\(isWatched ? "\r" : "")viperchat: line \(line) is rejected: \(Self.text(for: reason))")
    }

    func show() {
        if isWatched { errors.write(unfinished: "\rline \(line) …") }
    }

    func finish() {
        if isWatched { errors.write(unfinished: "\r") }
    }

    private static func text(for reason: Any) -> String {
        switch reason {
        case let fault as RestoreFault: TerminalText.oneLine(fault.description)
        case let text as String: text
        case DecodingError.keyNotFound(let key, _): "\(key.stringValue) is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\(context.codingPath.map(\.stringValue).joined(separator: ".")) is not what it should be"
        default: "it is not a line that export --json wrote"
        }
    }
}
