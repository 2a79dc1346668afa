import CSystem
import Foundation

/// `viperchat` itself, as a process that can be talked to and killed.
final class ChildProcess {
    private let process = Process()
    private let output = Pipe()
    private var rest = Data()

    /// - Parameter launcher: a command that starts `viperchat` in some other way; the arguments follow it.
    /// - Parameter output: what it prints to; nil for what is read back here.
    /// - Parameter terminal: where it reads what is typed; nil for `input`.
    init(
        arguments: [String],
        input: String,
        launcher: [String] = [],
        output descriptor: Int32? = nil,
        terminal: Int32? = nil
    ) throws {
        let command = try (launcher.isEmpty ? [Self.executable().path] : launcher) + arguments
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        let inputPipe = Pipe()
        process.standardInput = terminal.map { FileHandle(fileDescriptor: $0, closeOnDealloc: false) } ?? inputPipe
        process.standardOutput = descriptor.map { FileHandle(fileDescriptor: $0, closeOnDealloc: false) } ?? output
        process.standardError = FileHandle.nullDevice
        try process.run()
        try? output.fileHandleForWriting.close()
        // Shorter than a pipe's buffer, so this never waits; a child that is gone already reads nothing.
        try? inputPipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try? inputPipe.fileHandleForWriting.close()
    }

    /// The next line of its output; nil at the end.
    func nextLine() -> String? {
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

    /// Ends it at whatever it is doing, unless the signal is one that it may answer.
    func kill(with signal: Int32 = SIGKILL) {
        process.kill(with: signal)
    }

    var isRunning: Bool { process.isRunning }

    func waitUntilExit() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// The program stands beside the tests that were built with it.
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

extension Process {
    /// The method has a name of its own where the system's function would be hidden by one.
    fileprivate func kill(with signal: Int32) {
        _ = CSystem.kill(processIdentifier, signal)
    }
}
