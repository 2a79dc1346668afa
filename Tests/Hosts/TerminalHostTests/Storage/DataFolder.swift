import ChatStore
import Foundation
import RuntimeKit
import SimulationKit
import Transport

@testable import TerminalHost

/// A temporary `--data-dir` for one test.
final class DataFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "viperchat-data-\(UUID())")

    init() {
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var arguments: [String] { ["--data-dir", url.path] }

    var profile: Profile { Profile(folder: url) }

    /// Fills it with a short chat.
    func chat() throws {
        let input = "/new Ada\nhello\n/wait 5s\n/quit\n"
        _ = try ChildProcess(arguments: arguments + ["--virtual-time"], input: input).finish()
    }

    /// Fills it with a history that the simulated server does not know.
    func fill(_ body: (borrowing ChatWriter) throws -> Void) throws {
        try profile.prepare()
        try ChatDatabase(.file(path: profile.history.url.path)).write(body)
    }
}

extension Profile {
    /// The profile of the simulated server in a folder, in any environment.
    init(folder: URL) {
        self.init(directory: folder.appending(path: ProfileChoice.demoName, directoryHint: .isDirectory))
    }
}

extension SimulatedServer {
    /// Creates the server of a journal, at a time that stands still.
    init(reading journal: ServerJournal) throws {
        try self.init(
            environment: ChatEnvironment(
                clock: VirtualClock(),
                now: { Date(timeIntervalSince1970: 1_647_000_000) },
                calendar: Calendar(identifier: .gregorian),
                random: RandomSource(SplitMix64(seed: 1))
            ),
            journal: journal
        )
    }
}
