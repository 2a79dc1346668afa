import Foundation
import HTTPClient
import Synchronization
import Transport

@testable import MatrixTransport

/// The homeserver that `.ci/matrix start` has started.
struct Synapse: Sendable {
    let url: String
    let python: String
    private let passwords: [String: String]

    /// Nil where none answers.
    static func running() async -> Synapse? {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..").standardized
        guard let data = try? Data(contentsOf: root.appending(path: ".build/matrix/server.json")),
            let json = try? JSONDocument(Array(data)).root, let url = json["url"]?.string,
            let python = json["python"]?.string,
            (try? await MatrixLogin(discovering: .homeserver(url), over: CurlClient())) != nil
        else { return nil }
        let users = json["users"]?.members.compactMap { name, word in word.string.map { (name, $0) } } ?? []
        return Synapse(url: url, python: python, passwords: Dictionary(users) { first, _ in first })
    }

    func logIn(_ user: String, over client: any HTTPClient, device: String? = nil) async throws -> MatrixAccount {
        let login = try await MatrixLogin(discovering: .homeserver(url), over: client)
        return try await login.account(of: user, password: passwords[user] ?? "", device: device)
    }

    /// Another person, at another client.
    func peer(_ user: String) throws -> Peer {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "peer.py").path
        return try Peer(python: python, arguments: [script, url, "@\(user):test", passwords[user] ?? ""])
    }
}

/// matrix-nio in a process of its own, which ends with this.
final class Peer: Sendable {
    private let process: Process
    private let input: FileHandle
    private let output: FileHandle
    private let unread = Mutex<[UInt8]>([])

    init(python: String, arguments: [String]) throws {
        let (input, output) = (Pipe(), Pipe())
        process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = arguments
        (process.standardInput, process.standardOutput) = (input, output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        (self.input, self.output) = (input.fileHandleForWriting, output.fileHandleForReading)
        _ = try answer()
    }

    deinit {
        try? input.close()
        process.terminate()
    }

    /// Has the peer do something; returns what came of it.
    @discardableResult
    func perform(_ command: JSONText) throws -> JSONValue {
        try input.write(contentsOf: Data(command.bytes + [0x0A]))
        return try answer()
    }

    private func answer() throws -> JSONValue {
        try unread.withLock { unread in
            while true {
                if let end = unread.firstIndex(of: 0x0A) {
                    defer { unread.removeSubrange(...end) }
                    return try JSONDocument(Array(unread[..<end])).root
                }
                let data = output.availableData
                guard !data.isEmpty else { throw Missing() }
                unread += data
            }
        }
    }
}
