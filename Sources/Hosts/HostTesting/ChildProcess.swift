import CSystem
package import Foundation
import ProcessKit

/// `viperchat` as a process that a test can talk to and kill.
package final class ChildProcess {
    private let process = Process()
    private let output = Pipe.uninherited()
    private var rest = Data()

    /// - Parameter launcher: a command that starts `viperchat`; the arguments follow it.
    ///  - Parameter output: the standard output; nil to read it here.
    ///  - Parameter terminal: the terminal for input; nil for `input`.
    package init(
        arguments: [String],
        input: String,
        launcher: [String] = [],
        output descriptor: Int32? = nil,
        terminal: Int32? = nil
    ) throws {
        let command = try (launcher.isEmpty ? [Self.executable().path] : launcher) + arguments
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        let inputPipe = Pipe.uninherited()
        process.standardInput = terminal.map { FileHandle(fileDescriptor: $0, closeOnDealloc: false) } ?? inputPipe
        process.standardOutput = descriptor.map { FileHandle(fileDescriptor: $0, closeOnDealloc: false) } ?? output
        process.standardError = FileHandle.nullDevice
        try process.start()
        try? output.fileHandleForWriting.close()
        // The input is shorter than a pipe's buffer, so this never waits. Writing to an ended process fails.
        try? inputPipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try? inputPipe.fileHandleForWriting.close()
    }

    /// Returns the next line of output; nil at the end.
    package func nextLine() -> String? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest = Data(rest[(end + 1)...]) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            let chunk = output.fileHandleForReading.availableData
            if chunk.isEmpty { return nil }
            rest.append(chunk)
        }
    }

    /// Sends a signal; by default, one that the process cannot handle.
    package func kill(with signal: Int32 = SIGKILL) {
        process.kill(with: signal)
    }

    package var isRunning: Bool { process.isRunning }

    package func waitUntilExit() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Returns the program, which is built beside the tests.
    package static func executable() throws -> URL {
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

extension ChildProcess {
    /// Starts `viperchat` from a shell script, which can arrange descriptors. `"$0" "$@"` is the program with its
    /// arguments.
    package convenience init(shell script: String, arguments: [String], input: String = "", output: Int32? = nil) throws
    {
        let launcher = ["/bin/sh", "-c", script, try Self.executable().path]
        try self.init(arguments: arguments, input: input, launcher: launcher, output: output)
    }

    /// Returns all further output and the exit code.
    package func finish() -> (code: Int32, lines: [String]) {
        var lines: [String] = []
        while let line = nextLine() { lines.append(line) }
        return (waitUntilExit(), lines)
    }
}
