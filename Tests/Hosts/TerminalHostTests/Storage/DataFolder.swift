import ChatStore
import Foundation

@testable import TerminalHost

/// A `--data-dir` of its own for one test, gone with it.
final class DataFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "viperchat-data-\(UUID())")

    init() {
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var arguments: [String] { ["--data-dir", url.path] }

    var profile: Profile { Profile(folder: url) }

    /// Fills it with a chat in which something was said.
    func chat() throws {
        let input = "/new Ada\nhello\n/wait 5s\n/quit\n"
        _ = try ChildProcess(arguments: arguments + ["--virtual-time"], input: input).finish()
    }

    /// Fills it with a history that the simulated server knows nothing of.
    func fill(_ body: (borrowing ChatWriter) throws -> Void) throws {
        try profile.prepare()
        try ChatDatabase(.file(path: profile.history.url.path)).write(body)
    }
}

extension Profile {
    /// The standard one in a folder, whatever the environment.
    init(folder: URL) {
        self.init(directory: folder.appending(path: Self.standardName, directoryHint: .isDirectory))
    }
}
