import CSystem
import Foundation
import HostTesting
import Testing
import ThreadTesting

@testable import HostKit

@Suite(.ownThread, .timeLimit(.minutes(20))) struct ProfileLockTests {
    private let data = DataFolder()
    private var path: String { data.profile.directory.appending(path: "lock").path }

    init() throws { try data.profile.prepare() }

    @Test func `checking the lock excludes no other process`() throws {
        #expect(!data.profile.isInUse, "there is no file yet, and none is made")
        #expect(!FileManager.default.fileExists(atPath: path))
        _ = try data.profile.lock(attempts: 1)
        let looking = open(path, O_RDONLY)
        defer { close(looking) }
        #expect(flock(looking, LOCK_SH) == 0)
        #expect(!data.profile.isInUse)
        let profile = data.profile
        let looks = Thread {
            while FileManager.default.fileExists(atPath: profile.directory.path) { _ = profile.isInUse }
        }
        looks.start()
        flock(looking, LOCK_UN)
        for _ in 0..<500 { withExtendedLifetime(try profile.lock()) {} }
    }

    @Test func `lists and chats that start together all succeed`() throws {
        try data.chat()
        for _ in 0..<10 {
            let list = try ChildProcess(arguments: ["list"] + data.arguments, input: "")
            let chat = try ChildProcess(arguments: data.arguments, input: "/quit\n")
            let other = try ChildProcess(arguments: ["show", "Ada"] + data.arguments, input: "")
            #expect([list, chat, other].map { $0.finish().code } == [0, 0, 0])
        }
    }

    @Test func `a lock that is not a file is refused without waiting`() throws {
        let profile = data.profile
        let unusable = StorageError.unusable(path: path, "not a regular file")
        #expect(mkfifo(path, 0o600) == 0)
        #expect(throws: unusable) { try profile.lock() }
        unlink(path)
        #expect(symlink("/dev/zero", path) == 0)
        #expect(throws: unusable) { try profile.lock() }
        unlink(path)
        #expect(mkdir(path, 0o700) == 0)
        #expect(throws: StorageError.unusable(path: path, "Is a directory")) { try profile.lock() }
        #expect(!profile.isInUse)
        let (code, lines) = try ChildProcess(
            shell: #"exec "$0" "$@" 2>&1"#,
            arguments: ["--virtual-time"] + data.arguments
        ).finish()
        #expect(code == 73)
        #expect(lines == ["viperchat: cannot use \(path): Is a directory; move it away, or choose another --data-dir"])
    }

    @Test func `a lock readable by others becomes private`() throws {
        try Data().write(to: URL(filePath: path))
        chmod(path, 0o644)
        withExtendedLifetime(try data.profile.lock()) {}
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test func `an unopenable lock is an error, and a read-only one is a lock`() throws {
        try data.chat()
        guard let launcher = try OtherUser.launcher(owning: data.url) else { return }
        func run() throws -> (code: Int32, lines: [String]) {
            let command = launcher.isEmpty ? [try ChildProcess.executable().path] : launcher
            return try ChildProcess(
                arguments: ["--virtual-time"] + data.arguments,
                input: "/quit\n",
                launcher: ["/bin/sh", "-c", #"exec "$0" "$@" 2>&1"#] + command
            ).finish()
        }
        chmod(path, 0o000)
        let (code, lines) = try run()
        #expect(code == 73)
        #expect(
            lines == ["viperchat: cannot use \(path): Permission denied; move it away, or choose another --data-dir"]
        )
        chmod(path, 0o400)
        #expect(try run().code == 0)
        do {
            let held = open(path, O_RDONLY)
            defer { close(held) }
            #expect(flock(held, LOCK_EX) == 0)
            #expect(try run().code == 75)
        }
    }

    @Test func `without a home directory nothing is stored`() throws {
        guard let launcher = try OtherUser.launcher(OtherUser.stranger, owning: data.url) else { return }
        let (code, lines) = try ChildProcess(
            arguments: ["list"],
            input: "",
            launcher: ["/bin/sh", "-c", #"cd "\#(data.url.path)"; unset XDG_DATA_HOME; HOME= exec "$0" "$@" 2>&1"#]
                + launcher
        ).finish()
        #expect(code == 73)
        #expect(
            lines == [
                "viperchat: there is no home directory to keep the data in; "
                    + "set HOME to an absolute path, or choose a --data-dir"
            ]
        )
        let names = try FileManager.default.contentsOfDirectory(atPath: data.url.path)
        #expect(names.sorted() == ["demo", "viperchat"])
    }
}
