import CSystem
import ChatStore
import Foundation
import HostTesting
import Testing
import ThreadTesting

@testable import HostKit

/// A profile that the user may not change.
@Suite(.ownThread, .timeLimit(.minutes(20))) struct ReadOnlyProfileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "viperchat-read-only-\(UUID())")

    @Test func `a read-only directory is reported on screen, and can be read`() throws {
        defer {
            _ = chmod(folder.appending(path: "demo").path, 0o700)
            try? FileManager.default.removeItem(at: folder)
        }
        #expect(try run(["--data-dir", folder.path, "--virtual-time"], "/new Ada\nhello\n/wait 5s\n/quit\n").code == 0)
        guard let launcher = try makeReadOnly() else {
            print("skipped: root may write anywhere, and there is no setpriv here to be another user")
            return
        }
        let input = "/open Ada\nagain\n/wait 5s\n/back\n/quit\n"
        let (code, lines) = try run(["--data-dir", folder.path, "--virtual-time"], input, launcher)
        #expect(code == 0)
        #expect(lines.contains { $0.contains("You: hello") })
        #expect(lines.contains { $0.contains("cannot be written to") })
        #expect(!lines.contains { $0.contains("You: again") }, "what cannot be kept is not shown as if it were")
        let send = ["send", "Ada", "once more", "--data-dir", folder.path, "--virtual-time"]
        #expect(try run(send, "", launcher).code == 74)
    }

    @Test func `a damaged history that cannot be moved aside is reported with 74`() throws {
        let profile = Profile(folder: folder)
        defer {
            _ = chmod(profile.directory.path, 0o700)
            try? FileManager.default.removeItem(at: folder)
        }
        try profile.prepare()
        try Data("not a database at all".utf8).write(to: profile.history.url)
        guard let launcher = try makeReadOnly() else { return }
        let told = launcher.isEmpty ? [try ChildProcess.executable().path] : launcher
        let (code, lines) = try run(
            ["list", "--data-dir", folder.path, "--virtual-time"],
            "",
            ["/bin/sh", "-c", #"exec "$0" "$@" 2>&1"#] + told
        )
        let path = profile.history.url.path
        #expect(code == 74)
        #expect(lines == ["viperchat: The history \(path) is damaged, and cannot be set aside: Permission denied"])
    }

    @Test func `a read-only directory with leftover log files can be read`() throws {
        let profile = folder.appending(path: "demo").path
        defer {
            _ = chmod(profile, 0o700)
            try? FileManager.default.removeItem(at: folder)
        }
        #expect(try run(["--data-dir", folder.path, "--virtual-time"], "/new Ada\nhello\n/wait 5s\n/quit\n").code == 0)
        #expect(try run(["export", "--data-dir", folder.path], "").code == 0)
        guard let launcher = try makeReadOnly() else { return }
        let names = try FileManager.default.contentsOfDirectory(atPath: profile)
        #expect(names.contains("history.sqlite-wal"))
        for name in names { chmod("\(profile)/\(name)", 0o400) }
        let (code, lines) = try run(["list", "--data-dir", folder.path, "--virtual-time"], "", launcher)
        #expect(code == 0)
        #expect(lines.contains("! Nothing can be saved: the data directory cannot be written to"))
        #expect(lines.contains { $0.contains("Ada") })
    }

    /// Removes write access of the user who runs the program. Returns nil if that is impossible.
    private func makeReadOnly() throws -> [String]? {
        guard let launcher = try OtherUser.launcher(owning: folder) else { return nil }
        chmod(folder.appending(path: "demo").path, 0o500)
        return launcher
    }

    private func run(
        _ arguments: [String],
        _ input: String,
        _ launcher: [String] = []
    ) throws -> (code: Int32, lines: [String]) {
        try ChildProcess(arguments: arguments, input: input, launcher: launcher).finish()
    }
}
