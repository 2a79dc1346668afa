import Foundation

@testable import SimulatedServer

/// A path for one test, whose file is removed at the end.
final class TemporaryFile {
    let url = URL.temporaryDirectory.appending(path: "transport-tests-\(UUID().uuidString).jsonl")

    deinit { try? FileManager.default.removeItem(at: url) }

    var text: String { (try? String(contentsOf: url, encoding: .utf8)) ?? "" }
    var lines: [Substring] { text.split(separator: "\n") }

    func write(_ text: String) throws {
        try Data(text.utf8).write(to: url)
    }
}
