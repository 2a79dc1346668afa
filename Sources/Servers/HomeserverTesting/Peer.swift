import Foundation
package import JSONKit
import ProcessKit
import Synchronization

/// A Python process that reads a line of JSON and answers with one. It ends when this is released.
package final class Peer: Sendable {
    private let process: Process
    private let input: FileHandle
    private let output: FileHandle
    private let unread = Mutex<[UInt8]>([])
    /// The first line of its output.
    let greeting: JSONValue

    /// - Parameter script: the name of a script beside this file.
    init(python: String, script: String, arguments: [String]) throws {
        let (input, output) = (Pipe.uninherited(), Pipe.uninherited())
        process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = [Synapse.folder.appending(path: script).path] + arguments
        (process.standardInput, process.standardOutput) = (input, output)
        process.standardError = FileHandle.nullDevice
        try process.start()
        (self.input, self.output) = (input.fileHandleForWriting, output.fileHandleForReading)
        greeting = try Self.line(from: self.output, unread)
    }

    deinit {
        try? input.close()
        process.kill()
    }

    /// Sends a command and returns the response. Throws `PeerError` if the process has ended.
    @discardableResult
    package func perform(_ command: JSONText) throws -> JSONValue {
        try input.write(contentsOf: Data(command.bytes + [0x0A]))
        return try Self.line(from: output, unread)
    }

    private static func line(from output: FileHandle, _ unread: borrowing Mutex<[UInt8]>) throws -> JSONValue {
        try unread.withLock { unread in
            while true {
                if let end = unread.firstIndex(of: 0x0A) {
                    defer { unread.removeSubrange(...end) }
                    return try JSONDocument(Array(unread[..<end])).root
                }
                let data = output.availableData
                guard !data.isEmpty else { throw PeerError() }
                unread += data
            }
        }
    }
}

/// A helper process that failed.
package struct PeerError: Error {
    package init() {}
}
