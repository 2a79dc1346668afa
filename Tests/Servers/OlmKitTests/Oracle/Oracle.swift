import Foundation
import ProcessKit
import Testing

@testable import OlmKit

/// The other implementations, in a Python process that answers each line with a line. It ends with this object.
final class Oracle {
    /// An answer that was "no", or a process that ended.
    struct Refusal: Error {}

    enum Library: String, CaseIterable, Sendable, Codable {
        case vodozemac
        case libolm
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let python = folder.appending(path: "../../../../.build/oracle/venv/bin/python").standardized
    private static let mark = folder.appending(path: "../../../../.build/oracle/installed").standardized

    /// Whether `.ci/oracle install` has succeeded here.
    static var isInstalled: Bool { FileManager.default.fileExists(atPath: mark.path) }

    private let process = Process()
    private let input = Pipe.uninherited()
    private let output = Pipe.uninherited()
    private var unread: [UInt8] = []

    init() throws {
        process.executableURL = Self.python
        process.arguments = [Self.folder.appending(path: "oracle.py").path, "serve"]
        process.environment = ["PYTHONDONTWRITEBYTECODE": "1"]
        (process.standardInput, process.standardOutput) = (input, output)
        process.standardError = FileHandle.nullDevice
        try process.start()
    }

    deinit {
        process.kill()
        // Lets Foundation release what it holds for the process.
        process.waitUntilExit()
    }

    /// Sends a command and returns the words of its answer. Throws `Refusal`.
    @discardableResult
    func ask(_ words: String...) throws -> [String] { try ask(words) }

    /// Sends a command and returns the words of its answer. Throws `Refusal`.
    @discardableResult
    func ask(_ words: [String]) throws -> [String] {
        try input.fileHandleForWriting.write(contentsOf: Data((words.joined(separator: " ") + "\n").utf8))
        while true {
            if let end = unread.firstIndex(of: 0x0A) {
                let answer = String(decoding: unread[..<end], as: UTF8.self).split(separator: " ").map(String.init)
                unread.removeSubrange(...end)
                guard answer.first == "ok" else { throw Refusal() }
                return Array(answer.dropFirst())
            }
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw Refusal() }
            unread += data
        }
    }
}
