import CSystem
import HostKit

/// Reads lines from the user: on a terminal with a prompt, and without an echo for secrets.
struct SecretInput: Sendable {
    let signals: SignalPipe
    let prompts: LineOutput
    /// The input; a test gives another one.
    var descriptor = STDIN_FILENO

    /// The maximum length of a line in bytes.
    private static let limit = 4096

    /// Whether the user types the lines.
    var isTerminal: Bool { Descriptors.isTerminal(descriptor) }

    /// Reads a line. Throws `InterruptionError` after a signal, `SystemError`, or `StorageError.noInput` at the end of the
    /// input.
    func line(asking prompt: String, isSecret: Bool) throws -> String {
        guard Descriptors.isTerminal(descriptor) else { return try read() }
        prompts.write(unfinished: prompt)
        guard isSecret else { return try read() }
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return try read() }
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(descriptor, TCSAFLUSH, &silent)
        defer {
            tcsetattr(descriptor, TCSAFLUSH, &settings)
            prompts.write("")
        }
        return try read()
    }

    /// Asks a question until the answer is yes or no.
    func isYes(_ question: String) throws -> Bool {
        while true {
            switch try line(asking: question, isSecret: false).filter({ !$0.isWhitespace }).lowercased() {
            case "yes", "y": return true
            case "no", "n": return false
            default: prompts.write("Type yes or no")
            }
        }
    }

    /// Reads one byte at a time, so that the bytes after the line remain unread.
    private func read() throws -> String {
        var line: [UInt8] = []
        while line.count < Self.limit {
            if Descriptors.poll([signals.arrival, descriptor], waits: true)[0] { throw InterruptionError() }
            guard let bytes = try Descriptors.read(descriptor, upTo: 1) else { continue }
            guard let byte = bytes.first, byte != UInt8(ascii: "\n") else {
                if bytes.isEmpty, line.isEmpty { throw StorageError.noInput }
                break
            }
            line.append(byte)
        }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
    }
}
