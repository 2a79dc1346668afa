package import ChatStore
package import Foundation
package import HostKit
import RuntimeKit
package import SimulatedServer
import SimulationKit

/// A temporary `--data-dir` for one test.
package final class DataFolder: Sendable {
    package let url = FileManager.default.temporaryDirectory.appending(path: "viperchat-data-\(UUID())")

    package init() {
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    package var arguments: [String] { ["--data-dir", url.path] }

    package var profile: Profile { Profile(folder: url) }

    /// Fills it with a short chat.
    package func chat() throws {
        let input = "/new Ada\nhello\n/wait 5s\n/quit\n"
        _ = try ChildProcess(arguments: arguments + ["--virtual-time"], input: input).finish()
    }

    /// Fills it with a history that the simulated server does not know.
    package func fill(_ body: (borrowing ChatWriter) throws -> Void) throws {
        try profile.prepare()
        try ChatDatabase(.file(path: profile.history.url.path)).write(body)
    }
}

extension Profile {
    /// The profile of the simulated server in a folder, in any environment.
    package init(folder: URL) {
        self.init(directory: folder.appending(path: ProfileChoice.demoName, directoryHint: .isDirectory))
    }
}

extension SimulatedChatServer {
    /// Creates the server of a journal, at a time that stands still.
    package init(reading journal: ServerJournal) throws {
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
