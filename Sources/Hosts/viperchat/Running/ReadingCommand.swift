import ChatStore
import ChatTypes
import Foundation
import HostKit
import RuntimeKit
import ScreenKit

/// A command that only reads the stored history, even while another process is chatting on it.
struct ReadingCommand {
    let profile: Profile
    let environment: ChatEnvironment
    let printer: Printer
    let output: LineOutput
    let errors: LineOutput
    let signals: SignalPipe

    /// Runs `list`, `show` or `search`. Throws `StorageError`, `SQLiteError` or `ChatDatabaseError`, or
    /// `InterruptionError` after a signal.
    func run(_ command: Command) async throws -> ExitCode {
        guard profile.hasHistory else { throw StorageError.noHistory(path: profile.directory.path) }
        let history = try profile.history.openForReading()
        let text = HistoryPrinter(environment: environment, printer: printer)
        switch command {
        case .list: try await history.read { try text.printList(of: $0) }
        case .show(let excerpt):
            let timeline = try await history.read { try excerpt.timeline(in: $0) }
            return try await history.read { try text.printChat(excerpt, timeline, of: $0) }
        case .search(let sought):
            try await text.printSearchResults { place in
                try await history.read { try $0.search(sought, after: place, limit: HistoryPrinter.pageSize) }
            }
            try await history.read { [profile] in try text.printMissing(of: $0, completing: profile.completing) }
        // Other types run these commands.
        case .chat, .web, .send, .act, .watch, .names, .export, .import, .login, .logout, .whoami, .keys, .recovery,
            .devices, .ownDevices, .keywords:
            return .software
        }
        return .ok
    }

    /// Prints the whole history: as JSON for programs and for `import`, or as text. Throws `InterruptionError` when a
    /// signal comes.
    func export(asJSON isJSON: Bool, account: AccountName? = nil) async throws -> ExitCode {
        guard profile.hasHistory else { throw StorageError.noHistory(path: profile.directory.path) }
        var text = TranscriptExport(environment: environment)
        do {
            try await profile.history.openForReading().export { records in
                for record in records {
                    // After a failure, nothing else can be written.
                    if let failure = output.failure { throw failure }
                    if signals.hasArrived { throw InterruptionError() }
                    output.write(
                        isJSON
                            ? [try JSONLine.text(of: record, account: account)]
                            : text.lines(for: record, columns: output.columns)
                    )
                }
            }
            let missing = try await profile.history.openForReading().read { try HistoryPrinter.missing(of: $0) }
            let name = account.map { "\(TerminalText.oneLine($0.rawValue)): " } ?? ""
            if let missing { errors.write(sentence: "viperchat: \(name)\(profile.completing(missing))") }
        } catch is SystemError {
            // `CommandRun` reports a failed output for all commands.
        }
        return .ok
    }
}
