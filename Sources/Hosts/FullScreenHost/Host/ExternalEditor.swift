import CSystem
import Foundation
import HostKit

/// Edits a text in the user's editor, which takes over the terminal meanwhile.
enum ExternalEditor {
    /// Returns the user's choice: `$VISUAL`, else `$EDITOR`, else `vi`.
    static func command(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
        ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.allSatisfy(\.isWhitespace) } ?? "vi"
    }

    /// Returns the text after the editor has ended. Blocks the calling thread until then.
    ///
    /// The text is in a file that only the user can read, and which is deleted afterwards. Throws if the editor fails: then
    /// the text is meant to stay as it was.
    static func edit(_ text: String, by command: String = command()) throws(LineCommandError) -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "viperchat-\(UUID().uuidString)")
        let file = folder.appending(path: "message.txt")
        do {
            let mode: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false, attributes: mode)
            try Data(text.utf8).write(to: file)
        } catch {
            throw LineCommandError(message: "Cannot edit the text: \(FailureText.text(of: error))")
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        guard run(command, on: file.path) else {
            throw LineCommandError(message: "\(TerminalText.oneLine(command)) failed: the text is as it was")
        }
        // A file of any size may be there now; the line takes no more than this.
        do {
            let data = try FileHandle(forReadingFrom: file).read(upToCount: 1 << 20)
            return String(decoding: data ?? Data(), as: UTF8.self)
        } catch {
            throw LineCommandError(message: "The edited text cannot be read: the text is as it was")
        }
    }

    /// Runs a command line on a path and waits for it; returns whether it succeeded.
    ///
    /// The editor shares the program's process group, and thereby the terminal: Foundation's `Process` would put it into a group of its
    /// own. Ctrl-z stops both and gives the shell, whose `fg` resumes both.
    private static func run(_ command: String, on path: String) -> Bool {
        // The editor takes the shell's place, so that its stops are seen here; env allows assignments before its name.
        let words = ["/bin/sh", "-c", "exec env \(command) \"$1\"", "sh", path]
        // The program stops in one way alone, after the editor, below: if Ctrl-z stopped both at once, the program could stop a second
        // time when the shell has resumed it, and its handler would report a suspension once the editor has ended.
        let handler = signal(SIGTSTP, SIG_IGN)
        defer { signal(SIGTSTP, handler) }
        guard let process = try? ChildProgram.start(words) else { return false }
        while true {
            var info = siginfo_t()
            if waitid(P_PID, id_t(process), &info, WEXITED | WSTOPPED | WNOWAIT) < 0, errno == EINTR { continue }
            var status: Int32 = 0
            guard waitpid(process, &status, WUNTRACED | WNOHANG) == process else { continue }
            guard status & 0xFF == 0x7F else { return status == 0 }
            // The signal goes to this thread, since the stop of a process may come later than the next line, and an editor that is resumed
            // at once reads the shell's input.
            pthread_kill(pthread_self(), SIGSTOP)
            kill(process, SIGCONT)
        }
    }
}
