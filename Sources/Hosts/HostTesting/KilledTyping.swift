import CSystem
package import Foundation
import SimulationKit

/// Processes in which a user types texts into a chat, each killed at one of the lines that show them.
package struct KilledTyping {
    private let folder: URL
    private let chat: String
    private var generator: SplitMix64
    /// The user's texts that were shown, by message ID.
    package private(set) var shown: [String: String] = [:]
    /// The number of processes that ended by being killed.
    package private(set) var killedCount = 0

    /// - Parameters:
    ///   - folder: the `--data-dir`, which has a profile with an account.
    ///   - chat: the name of the chat.
    package init(to chat: String, in folder: URL, seed: UInt64) {
        (self.chat, self.folder, generator) = (chat, folder, SplitMix64(seed: seed))
    }

    /// Types four texts and kills the process.
    ///
    /// - Parameters:
    ///   - path: a file to send after the first text.
    ///   - body: is called once the process has started.
    package mutating func type(_ round: Int, attaching path: String? = nil, meanwhile body: () throws -> Void) throws {
        var lines = (1...4).map {
            "round \(round), message \($0)\n/wait \(Int.random(in: 0...300, using: &generator))ms\n"
        }
        if let path { lines.insert("/attach \(path)\n", at: 1) }
        let child = try process(typing: "/open \(chat)\n\(lines.joined())/wait 10m\n/quit\n")
        try body()
        // Each text is shown when it is typed and again when it is sent: eight lines come, however slow the machine is.
        var linesLeft = Int.random(in: 1...6, using: &generator)
        while let line = child.nextLine() {
            guard let event = try? JSONDecoder().decode(ShownMessage.self, from: Data(line.utf8)), event.from == "me",
                let id = event.id, let text = event.text, text.hasPrefix("round ")
            else { continue }
            shown[id] = text
            if text.hasPrefix("round \(round),") { linesLeft -= 1 }
            if linesLeft == 0 { child.kill() }
        }
        if child.waitUntilExit() == SIGKILL { killedCount += 1 }
    }

    /// Opens the chat, types lines there and quits. Returns whether the process succeeded.
    package func run(_ lines: String) throws -> Bool {
        try process(typing: "/open \(chat)\n\(lines)/quit\n").finish().code == 0
    }

    /// Sends a text with `viperchat send`. Returns whether the server accepted it.
    package func send(_ text: String) throws -> Bool {
        try ChildProcess(arguments: ["--data-dir", folder.path, "send", chat, text], input: "").finish().code == 0
    }

    private func process(typing input: String) throws -> ChildProcess {
        try ChildProcess(arguments: ["--data-dir", folder.path, "--json"], input: input)
    }

    private struct ShownMessage: Decodable {
        let id: String?
        let from: String?
        let text: String?
    }
}
