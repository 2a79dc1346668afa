import Foundation
import Testing

@testable import TerminalHost

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite struct ProfileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "viperchat-profile-\(UUID())")

    @Test func `data lives where it is told to, else where XDG says, else at home`() {
        func path(_ directory: String?, _ name: String?, _ environment: [String: String]) -> String {
            Profile(dataDirectory: directory, name: name, environment: environment).directory.path
        }
        #expect(path("/data", nil, ["XDG_DATA_HOME": "/xdg"]) == "/data/default")
        #expect(path(nil, "work", ["XDG_DATA_HOME": "/xdg", "HOME": "/me"]) == "/xdg/viperchat/work")
        #expect(path(nil, nil, ["XDG_DATA_HOME": "relative", "HOME": "/me"]) == "/me/.local/share/viperchat/default")
    }

    @Test func `a directory is its owner's alone, and one process's at a time`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let profile = Profile(dataDirectory: folder.path, name: nil, environment: [:])
        try profile.prepare()
        let attributes = try FileManager.default.attributesOfItem(atPath: profile.directory.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
        do {
            let lock = try profile.lock()
            #expect(throws: StorageError.inUse(path: profile.directory.path)) { _ = try profile.lock() }
            #expect(profile.isInUse)
            withExtendedLifetime(lock) {}
        }
        #expect(!profile.isInUse, "it goes free with whoever held it")
    }

    @Test func `a second process that would chat is refused, and one that only reads is not`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try run(["--data-dir", folder.path, "--virtual-time"], "/new Ada\nhello\n/wait 5s\n/quit\n").code == 0)
        let lock = try Profile(dataDirectory: folder.path, name: nil, environment: [:]).lock()
        defer { withExtendedLifetime(lock) {} }
        #expect(try run(["--data-dir", folder.path, "--virtual-time"], "/quit\n").code == 75)
        #expect(try run(["send", "Ada", "x", "--data-dir", folder.path], "").code == 75)
        for command in [["list"], ["show", "Ada"], ["search", "hello"], ["export"]] {
            let (code, lines) = try run(command + ["--data-dir", folder.path], "")
            #expect(code == 0)
            #expect(lines.contains { $0.contains("hello") })
        }
    }

    @Test func `a directory that takes no changes is a problem on screen, and is still read`() throws {
        defer {
            _ = chmod(folder.appending(path: "default").path, 0o700)
            try? FileManager.default.removeItem(at: folder)
        }
        #expect(try run(["--data-dir", folder.path, "--virtual-time"], "/new Ada\nhello\n/wait 5s\n/quit\n").code == 0)
        guard let launcher = try makeReadOnly() else {
            print("skipped: root may write anywhere, and there is no setpriv here to be somebody else")
            return
        }
        let input = "/open Ada\nagain\n/wait 5s\n/back\n/quit\n"
        let (code, lines) = try run(["--data-dir", folder.path, "--virtual-time"], input, launcher)
        #expect(code == 0)
        #expect(lines.contains { $0.contains("me: hello") })
        #expect(lines.contains { $0.contains("cannot be written to") })
        #expect(!lines.contains { $0.contains("me: again") }, "what cannot be kept is not shown as if it were")
        let send = ["send", "Ada", "once more", "--data-dir", folder.path, "--virtual-time"]
        #expect(try run(send, "", launcher).code == 74)
    }

    @Test func `a text that cannot be sent is refused before anything is sent`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = String(repeating: "x", count: 65_537)
        let (code, lines) = try run(["send", "Ada", text, "--data-dir", folder.path, "--virtual-time"], "")
        #expect(code == 65 && lines == ["! The message is too long: 65537 bytes, and the server takes 65536"])
        #expect(try run(["show", "Ada", "--data-dir", folder.path], "").code == 65, "there is no such chat")
    }

    /// Takes the right to write away from whoever will run; nil when that is not possible.
    private func makeReadOnly() throws -> [String]? {
        let profile = folder.appending(path: "default").path
        guard getuid() == 0 else {
            chmod(profile, 0o500)
            return []
        }
        let setpriv = "/usr/bin/setpriv"
        guard FileManager.default.isExecutableFile(atPath: setpriv) else { return nil }
        let nobody: uid_t = 65_534
        // The program itself has to be where anybody may read it.
        let program = folder.appending(path: "viperchat").path
        try FileManager.default.copyItem(atPath: ChildProcess.executable().path, toPath: program)
        chmod(program, 0o755)
        chmod(folder.path, 0o755)
        for name in try FileManager.default.contentsOfDirectory(atPath: profile) {
            chown("\(profile)/\(name)", nobody, nobody)
        }
        chown(profile, nobody, nobody)
        chmod(profile, 0o500)
        return [setpriv, "--reuid", "\(nobody)", "--clear-groups", program]
    }

    private func run(
        _ arguments: [String],
        _ input: String,
        _ launcher: [String] = []
    ) throws -> (code: Int32, lines: [String]) {
        let child = try ChildProcess(arguments: arguments, input: input, launcher: launcher)
        var lines: [String] = []
        while let line = child.nextLine() { lines.append(line) }
        return (child.waitUntilExit(), lines)
    }
}
