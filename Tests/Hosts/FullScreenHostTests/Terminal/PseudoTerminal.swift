import CSystem
import Foundation
import ProcessKit
import Testing

/// A pseudo-terminal on which `viperchat` runs, without an emulator: bytes in, bytes out.
final class PseudoTerminal {
    private let main: Int32
    private let other: Int32
    private let folder: URL
    private let process: pid_t
    private let before: termios
    /// The last bytes of the output.
    private var tail = Data()
    private var status: Int32?
    /// Whether each of the modes is on that the program switches on.
    private var isOn: [String: Bool] = [:]
    private static let modes = ["1049", "2004", "1004"]

    init(running options: [String]) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "viperchat-pty-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var (ours, theirs): (Int32, Int32) = (-1, -1)
        var path = [CChar](repeating: 0, count: 128)
        var size = winsize(ws_row: 24, ws_col: 90, ws_xpixel: 0, ws_ypixel: 0)
        try #require(openpty(&ours, &theirs, &path, nil, &size) == 0)
        (main, other) = (ours, theirs)
        var modes = termios()
        tcgetattr(other, &modes)
        before = modes
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        // Opened by the leader of a session, it becomes the session's terminal.
        posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
        for descriptor: Int32 in [1, 2] { posix_spawn_file_actions_adddup2(&actions, 0, descriptor) }
        for descriptor in [main, other] { posix_spawn_file_actions_addclose(&actions, descriptor) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        // POSIX_SPAWN_SETSID, which the system's headers hide.
        posix_spawnattr_setflags(&attributes, 0x80)
        let program = try TmuxTerminal.executable().path
        let environment = [
            "HOME=\(folder.path)", "XDG_DATA_HOME=\(folder.path)", "TERM=xterm-256color", "LANG=C.UTF-8", "TZ=UTC",
            "PATH=/usr/bin:/bin", "EDITOR=true", "VIPERCHAT_OPENER=true", "SWIFT_BACKTRACE=enable=no",
        ]
        var arguments: [UnsafeMutablePointer<CChar>?] = ([program] + options).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var process = pid_t()
        let code = ChildStart.alone { posix_spawn(&process, program, &actions, &attributes, &arguments, &variables) }
        try #require(code == 0)
        self.process = process
        // Before, Ctrl-c would be a signal for a program that does not expect any yet.
        waitForOutput("\u{1B}[?1004h")
    }

    /// Waits until a text was written, at most a minute; returns whether it was.
    @discardableResult
    func waitForOutput(_ text: String) -> Bool {
        var isFound: Bool { tail.range(of: Data(text.utf8)) != nil }
        for _ in 0..<6000 where isRunning && !isFound { drain(milliseconds: 10) }
        return isFound
    }

    /// The number of bytes that the next program would read.
    var inputLeft: Int32 {
        var raw = before
        cfmakeraw(&raw)
        tcsetattr(other, TCSANOW, &raw)
        var count: Int32 = 0
        _ = ioctl(other, UInt(FIONREAD), &count)
        return count
    }

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        close(main)
        close(other)
        try? FileManager.default.removeItem(at: folder)
    }

    var isRunning: Bool {
        if status == nil {
            var found: Int32 = 0
            if waitpid(process, &found, WNOHANG) == process { status = found }
        }
        return status == nil
    }

    /// Types bytes as fast as the program reads them; returns how many were typed before it ended.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Int {
        var rest = bytes[...]
        while !rest.isEmpty, isRunning {
            let isReady = wait(for: Int16(POLLIN | POLLOUT), milliseconds: 1000)
            if isReady & Int16(POLLIN) != 0 { read() }
            guard isReady & Int16(POLLOUT) != 0 else { continue }
            let count = rest.prefix(64).withUnsafeBytes { write(main, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) }
        }
        return bytes.count - rest.count
    }

    /// Ends the program by keys; returns its exit code, negative for a signal.
    func quit() -> Int32? {
        // Esc closes what is open and ends unfinished sequences.
        for _ in 0..<400 where isRunning {
            send([0x1B])
            drain(milliseconds: 60)
            send([0x03, 0x03])
            drain(milliseconds: 200)
        }
        return exitCode()
    }

    /// Ends the program by a signal; returns its exit code, negative for a signal.
    func end(by signal: Int32) -> Int32? {
        kill(process, signal)
        for _ in 0..<6000 where isRunning { drain(milliseconds: 10) }
        return exitCode()
    }

    private func exitCode() -> Int32? {
        drain(milliseconds: 50)
        guard let status, !isRunning else { return nil }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    }

    /// What differs from before the program: a mode of the terminal, or one that the program switched on; nil for nothing.
    var leftover: String? {
        var modes = termios()
        tcgetattr(other, &modes)
        for mode in Self.modes where isOn[mode] != false { return "mode \(mode)" }
        let isSame =
            modes.c_lflag == before.c_lflag && modes.c_iflag == before.c_iflag && modes.c_oflag == before.c_oflag
        return isSame ? nil : "modes \(modes.c_lflag) \(modes.c_iflag) \(modes.c_oflag)"
    }

    private func drain(milliseconds: Int32) {
        while wait(for: Int16(POLLIN), milliseconds: milliseconds) & Int16(POLLIN) != 0, read() {}
    }

    private func wait(for events: Int16, milliseconds: Int32) -> Int16 {
        var request = pollfd(fd: main, events: events, revents: 0)
        return poll(&request, 1, milliseconds) > 0 ? request.revents : 0
    }

    @discardableResult
    private func read() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = CSystem.read(main, &bytes, bytes.count)
        guard count > 0 else { return false }
        // A search in bytes takes no time: on a busy machine, that in a text was later than a program waits for an answer.
        let new = tail.suffix(8) + bytes.prefix(count)
        for mode in Self.modes {
            let places = ["h", "l"].map { end in
                new.range(of: Data("\u{1B}[?\(mode)\(end)".utf8), options: .backwards)?.lowerBound
            }
            if places[0] == nil, places[1] == nil { continue }
            isOn[mode] = places[1].map { off in places[0].map { $0 > off } ?? false } ?? true
        }
        tail = (tail + bytes.prefix(count)).suffix(4096)
        return true
    }
}
