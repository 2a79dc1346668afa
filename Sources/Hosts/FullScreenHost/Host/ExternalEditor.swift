import CSystem
import Foundation
import HostKit

/// Edits a text in the user's editor, which takes over the terminal meanwhile.
enum ExternalEditor {
    /// Returns the user's choice: `$VISUAL`, else `$EDITOR`, else `vi`.
    static func command(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
        ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.allSatisfy(\.isWhitespace) } ?? "vi"
    }

    /// Returns the text after the editor has ended, without the line breaks at its end. Blocks the calling thread until then.
    ///
    /// The text is in a file that only the user can read, and which is deleted afterwards. Throws if the editor fails: then
    /// the text is meant to stay as it was. Throws, too, if the new text has more than `limit` bytes of UTF-8 and more than the former
    /// one: the file is kept then, since nothing else has the text, and the error names it.
    static func edit(
        _ text: String,
        upTo limit: Int,
        by command: String = command()
    ) throws(LineCommandError) -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "viperchat-\(UUID().uuidString)")
        let file = folder.appending(path: "message.txt")
        do {
            let mode: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false, attributes: mode)
            try Data(text.utf8).write(to: file)
        } catch {
            throw LineCommandError(message: "Cannot edit the text: \(FailureText.text(of: error))")
        }
        var isKept = false
        defer { if !isKept { try? FileManager.default.removeItem(at: folder) } }
        guard run(command, on: file.path) else {
            throw LineCommandError(message: "\(TerminalText.oneLine(command)) failed: the text is as it was")
        }
        // A file of any size may be there now; no line takes more than this.
        guard let data = try? FileHandle(forReadingFrom: file).read(upToCount: 1 << 20) ?? Data() else {
            throw LineCommandError(message: "The edited text cannot be read: the text is as it was")
        }
        let read = PlainText.plain(String(decoding: data, as: UTF8.self))
        if read == text { return text }
        let edited = String(read.reversed().drop(while: \.isNewline).reversed())
        guard edited.utf8.count <= max(limit, text.utf8.count) else {
            isKept = true
            throw LineCommandError(message: "The text has more than the \(limit) bytes allowed: it is in \(file.path)")
        }
        return edited
    }

    /// Runs a command line on a path and waits for it; returns whether it succeeded.
    ///
    /// The editor shares the program's process group, and thereby the terminal: Foundation's `Process` would put it into a group of its
    /// own. Ctrl-z stops both and gives the shell, whose `fg` resumes both.
    private static func run(_ command: String, on path: String) -> Bool {
        // The editor takes the shell's place, so that its stops are seen here; env allows assignments before its name.
        let words = ["/bin/sh", "-c", "exec env \(command) \"$1\"", "sh", path]
        // The terminal sends these signals to both. The program stops in one way alone, after the editor, below: if Ctrl-z stopped both at
        // once, the program could stop a second time when the shell has resumed it, and its handler would report a suspension once the
        // editor has ended. Ctrl-c and Ctrl-\ are for the editor, as they are for one that git starts.
        let handlers = [SIGTSTP, SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
        defer { for (number, handler) in handlers { signal(number, handler) } }
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
