package import ChatTypes
import Foundation

/// A command that a process hands to the one that uses the profile: one line of JSON. The response is what the command
/// printed, a zero byte, and the exit code in a byte. The output has no zero byte, since `TerminalText` removes it.
package struct CommandRequest: Codable, Equatable, Sendable {
    /// The maximum number of bytes of a request. A text that can be sent is far shorter.
    package static let byteLimit = 1 << 20

    /// The program's version. Another version may understand the command differently.
    package var version = ProgramText.version
    package let command: Command
    package let isJSON: Bool
    package let isColored: Bool
    /// The width of the terminal; nil if the output is not a terminal.
    package let columns: Int?
    /// The account that lines of JSON name; nil where one alone is meant.
    package let account: AccountName?

    package init(command: Command, isJSON: Bool, isColored: Bool, columns: Int?, account: AccountName? = nil) {
        (self.command, self.isJSON, self.isColored, self.columns) = (command, isJSON, isColored, columns)
        self.account = account
    }

    package var line: [UInt8] {
        get throws { Array(try JSONEncoder().encode(self)) + [UInt8(ascii: "\n")] }
    }
}

extension CommandRequest {
    /// Hands the command to the process that uses the profile, and writes what it printed: a watch's lines as they come, anything else
    /// once it is complete.
    ///
    /// Returns the command's exit code; nil if no process takes commands there. Throws `StorageError.inUse` if the process
    /// does not understand the command, `HandoverError` if it ends early, and `InterruptionError` when a signal comes: a
    /// message that was handed over is still sent then.
    package func hand(to profile: Profile, output: LineOutput, signals: SignalPipe) throws -> ExitCode? {
        guard let descriptor = UnixSocket.connect(to: profile.socketPath) else { return nil }
        defer { close(descriptor) }
        guard UnixSocket.send(try line, to: descriptor, timeout: .seconds(10)) else { throw HandoverError() }
        var response: [UInt8] = []
        while true {
            guard !Descriptors.poll([signals.arrival, descriptor], waits: true)[0] else {
                // A signal is how the user ends a watch.
                if command.isWatch { return .ok }
                throw InterruptionError()
            }
            // A connection that was not accepted yet ends with an error.
            guard let bytes = try? Descriptors.read(descriptor, upTo: 1 << 16), !bytes.isEmpty else { break }
            response += bytes
            // The output has no zero byte but the one behind it.
            guard command.isWatch, let end = response.lastIndex(of: UInt8(ascii: "\n")), !response[...end].contains(0)
            else { continue }
            output.write(unfinished: String(decoding: response[...end], as: UTF8.self))
            response.removeSubrange(...end)
            if output.failure != nil { return .ok }
        }
        guard let code = response.popLast(), response.popLast() == 0, let code = ExitCode(rawValue: Int32(code)) else {
            throw HandoverError()
        }
        if code == .tempFail { throw StorageError.inUse(path: profile.directory.path) }
        output.write(unfinished: String(decoding: response, as: UTF8.self))
        return code
    }
}

/// The error of a message that was handed to a process which ended before it answered.
package struct HandoverError: Error, Equatable, CustomStringConvertible {
    package var description: String {
        "the viperchat that uses this profile ended before it answered; viperchat show CHAT says whether it has the message"
    }
}

extension Command {
    /// Whether another process can run the command in its app.
    package var canBeHandedOver: Bool {
        switch self {
        case .list, .show, .send, .act, .watch, .search: true
        // `export` reads the same history beside the app.
        case .chat, .web, .export, .import, .login, .logout, .whoami, .keys, .recovery, .devices, .ownDevices,
            .keywords, .names:
            false
        }
    }
}
