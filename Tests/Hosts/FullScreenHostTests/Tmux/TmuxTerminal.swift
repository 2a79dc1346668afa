import CSystem
import Foundation
import ProcessKit

/// A real terminal emulator: a shell in tmux that starts `viperchat` as `v` and drives it by keys.
///
/// Its history is in a temporary folder, which is deleted with it.
final class TmuxTerminal {
    static var isInstalled: Bool { path != nil }

    private static let path = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    private let socket: String
    let folder: URL
    /// The path of a file with everything that the programs have written.
    private let output: String
    /// The input of a client on a terminal of its own.
    private var client: UnsafeMutablePointer<FILE>?

    init(rows: Int = 24, columns: Int = 80, settings: String = "") throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "viperchat-tmux-\(UUID().uuidString)")
        socket = folder.appending(path: "s").path
        output = folder.appending(path: "output").path
        let config = folder.appending(path: "config/viperchat")
        try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
        try settings.write(to: config.appending(path: "settings"), atomically: true, encoding: .utf8)
        let link = folder.appending(path: "v")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: try Self.executable())
        let environment = [
            "HOME=\(folder.path)", "PATH=\(folder.path):/usr/bin:/bin", "LANG=C.UTF-8", "TZ=UTC", "PS1=$ ",
            "XDG_CONFIG_HOME=\(folder.appending(path: "config").path)", "XDG_DATA_HOME=\(folder.path)",
            "SWIFT_BACKTRACE=enable=no",
        ]
        try run(
            ["-f", "/dev/null", "new-session", "-d", "-s", "t", "-x", "\(columns)", "-y", "\(rows)"]
                + ["env", "-i", "TERM=tmux-256color"] + environment + ["/bin/sh"]
        )
        try run(["set", "-g", "focus-events", "off"])
        try run(["pipe-pane", "-t", "t", "exec cat > '\(output)'"])
        // Waits for the shell's prompt.
        _ = wait { $0.contains("$") }
    }

    deinit {
        close()
        if let client { pclose(client) }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Presses keys, by tmux's names for them: `Enter`, `C-c`, `M-a`, `PageUp`.
    func press(_ keys: String...) throws { try run(["send-keys", "-t", "t"] + keys) }

    /// Presses the keys of a text.
    func type(_ text: String) throws { try run(["send-keys", "-t", "t", "-l", text]) }

    /// Presses the keys of a text, and Enter.
    func enter(_ text: String) throws {
        try type(text)
        try press("Enter")
    }

    /// Pastes a text, bracketed if the program has requested that.
    func paste(_ text: String) throws {
        try run(["set-buffer", text])
        try run(["paste-buffer", "-p", "-t", "t"])
    }

    /// Closes the terminal and ends its programs.
    func close() { _ = try? run(["kill-server"]) }

    /// Attaches a client, so that the terminal reports focus.
    func attach() throws {
        try run(["set", "-g", "focus-events", "on"])
        let line = "TERM=xterm-256color script -qfc \"'\(Self.path ?? "tmux")' -u -S '\(socket)' attach\" /dev/null"
        client = ChildStart.alone { popen(line + " >/dev/null 2>&1", "w") }
    }

    /// Changes the focus of the client's terminal.
    func focus(_ isFocused: Bool) {
        fputs(isFocused ? "\u{1B}[I" : "\u{1B}[O", client)
        fflush(client)
    }

    func resize(rows: Int, columns: Int) throws {
        try run(["resize-window", "-t", "t", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// Runs a line in the shell.
    func shell(_ line: String) throws {
        try type(line)
        try press("Enter")
    }

    /// Sends a signal to the process whose id is in the file `pid`.
    func kill(_ signal: Int32) throws {
        if let id = try processID() { _ = systemKill(id, signal) }
    }

    func processID() throws -> Int32? {
        let text = try String(contentsOf: folder.appending(path: "pid"), encoding: .utf8)
        return Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)).flatMap { $0 > 1 ? $0 : nil }
    }

    /// Waits up to a minute for the process to end; returns whether it has.
    func hasEnded(_ id: Int32) -> Bool {
        for _ in 0..<1200 {
            if systemKill(id, 0) != 0 { return true }
            usleep(50_000)
        }
        return false
    }

    /// The rows of the screen.
    var screen: [String] {
        let text = (try? run(["capture-pane", "-p", "-t", "t"])) ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The screen with the sequences that set styles.
    var styled: String { (try? run(["capture-pane", "-e", "-p", "-t", "t"])) ?? "" }

    /// The terminal's title.
    var title: String {
        ((try? run(["display-message", "-p", "-t", "t", "#{pane_title}"])) ?? "").trimmingCharacters(in: .newlines)
    }

    /// Waits up to a minute for a screen; returns whether it appeared, and the last rows.
    ///
    /// Looks at the screen after output, and twice a second: a look costs two processes.
    func wait(tries: Int = 1200, _ isWanted: (String) -> Bool) -> (isWanted: Bool, rows: [String]) {
        var (rows, seen) = ([String](), -1)
        for number in 0..<tries {
            let size = outputSize
            if size != seen || number.isMultiple(of: 10) || number == tries - 1 {
                seen = size
                rows = screen
                if isWanted(rows.joined(separator: "\n")) { return (true, rows) }
            }
            usleep(50_000)
        }
        return (false, rows)
    }

    private var outputSize: Int {
        (try? FileManager.default.attributesOfItem(atPath: output)[.size] as? Int) ?? 0
    }

    /// Runs tmux through the shell: Foundation would wait for the server that the first command starts.
    @discardableResult
    private func run(_ arguments: [String]) throws -> String {
        let words = ([Self.path ?? "tmux", "-u", "-S", socket] + arguments).map { word in
            "'" + word.replacing("'", with: "'\\''") + "'"
        }
        let isRead = ["capture-pane", "display-message"].contains(arguments[0])
        let line = words.joined(separator: " ") + (isRead ? "" : " >/dev/null") + " 2>/dev/null </dev/null"
        guard let pipe = ChildStart.alone({ popen(line, "r") }) else { throw POSIXError(.EAGAIN) }
        var bytes: [UInt8] = []
        while case let byte = fgetc(pipe), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        pclose(pipe)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Finds the program beside the tests that were built with it.
    static func executable() throws -> URL {
        let tests = URL(filePath: CommandLine.arguments[0])
        let folders = sequence(first: tests.deletingLastPathComponent()) { folder in
            folder.path == "/" ? nil : folder.deletingLastPathComponent()
        }
        let candidates = folders.prefix(5).map { $0.appending(path: "viperchat") }
        guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: tests.path])
        }
        return found
    }
}

extension String {
    /// Whether the list shows John with one unread message.
    var showsUnreadJohn: Bool { contains("John") && contains(#/Hi, you're.* 1 /#) }

    /// Whether a message of the user is shown behind a delivery state; any but a failure without one.
    func showsOwn(_ text: String, _ state: String? = nil) -> Bool {
        split(separator: "\n").contains { line in
            guard let place = line.range(of: text, options: .backwards) else { return false }
            let before = line[..<place.lowerBound].trimmingCharacters(in: .whitespaces)
            return (state.map { [$0] } ?? ["·", "✓"]).contains(where: before.hasSuffix)
        }
    }
}

// The system call, hidden by the method of the same name.
private let systemKill = kill
