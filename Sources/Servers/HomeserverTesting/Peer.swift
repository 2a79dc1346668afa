import Foundation
package import MatrixTransport
import Synchronization

/// A Python process that is told something on a line and answers on a line, in JSON; it ends with this.
package final class Peer: Sendable {
    private let process: Process
    private let input: FileHandle
    private let output: FileHandle
    private let unread = Mutex<[UInt8]>([])
    /// What it said first.
    let greeting: JSONValue

    /// - Parameter script: one of those beside this file.
    init(python: String, script: String, arguments: [String]) throws {
        let (input, output) = (Pipe(), Pipe())
        process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = [Synapse.folder.appending(path: script).path] + arguments
        (process.standardInput, process.standardOutput) = (input, output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        (self.input, self.output) = (input.fileHandleForWriting, output.fileHandleForReading)
        greeting = try Self.line(from: self.output, unread)
    }

    deinit {
        try? input.close()
        process.terminate()
    }

    /// Has the peer do something; returns what came of it. Throws `PeerError` when it has ended.
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

/// A process beside the tests has not done what it was started for.
package struct PeerError: Error {
    package init() {}
}
