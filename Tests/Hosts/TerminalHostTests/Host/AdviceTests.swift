import Foundation
import Testing

@testable import TerminalHost

/// What the program advises can be done, and helps.
@Suite(.timeLimit(.minutes(20))) struct AdviceTests {
    private let data = DataFolder()

    @Test func `a chat that was imported is written in once the server's journal is there, too`() throws {
        try data.chat()
        let (other, file) = (DataFolder(), data.url.appending(path: "backup.jsonl"))
        let export = try run(["export", "--json"] + data.arguments)
        try Data(export.map { $0 + "\n" }.joined().utf8).write(to: file)
        _ = try run(["import", file.path] + other.arguments)
        let arguments = ["--virtual-time", "--start-at", "2022-03-12T09:00:00Z"] + other.arguments
        let refused = try run(arguments, "/open Ada\nare you there?\n/wait 5s\n")
        #expect(refused.contains("  (failed: /resend tries again) are you there?"))
        #expect(
            refused.last
                == "! Not sent: The server does not know this chat: it can be read; "
                + "to write in it, bring back the server's journal, too"
        )
        let journals = [data, other].map { $0.profile.directory.appending(path: "server.journal") }
        try FileManager.default.removeItem(at: journals[1])
        try FileManager.default.copyItem(at: journals[0], to: journals[1])
        let sent = try run(arguments, "/open Ada\n/resend\n/wait 20s\n")
        #expect(sent.contains("  (sent) are you there?"))
        #expect(sent.last?.hasPrefix("  9:00 am  Ada: ") == true, "she answers, and it stands at the end")
    }

    @Test(arguments: [("Adda", "; did you mean Ada?"), ("ad", "; did you mean Ada?"), ("Zed", "")])
    func `a name that is nearly right is met with the right one`(name: String, suggestion: String) throws {
        try data.chat()
        let lines = try run(["show", name, "--virtual-time"] + data.arguments)
        #expect(lines == ["! There is no chat with \(name)\(suggestion)"])
    }

    @Test func `so is one that was typed on the list`() throws {
        try data.chat()
        let lines = try run(["--virtual-time"] + data.arguments, "/open Adda\n/open Zed\n/quit\n")
        let problems = lines.filter { $0.hasPrefix("! ") }
        #expect(problems == ["! There is no chat with Adda", "! Did you mean Ada?", "! There is no chat with Zed"])
    }

    @Test func `a name of any length is cut in what is said about it`() throws {
        try data.chat()
        let name = String(repeating: "x", count: 40_000)
        let lines = try run(["show", name, "--virtual-time"] + data.arguments)
        #expect(lines.count == 1 && lines[0].count < 100)
        let typed = try run(["--virtual-time"] + data.arguments, "/open \(name)\n/quit\n")
        #expect(typed.contains { $0.hasPrefix("! There is no chat with xxx") } && typed.allSatisfy { $0.count < 1100 })
    }

    @Test func `a number on the list opens the chat in that row`() throws {
        try data.chat()
        let lines = try run(["--virtual-time"] + data.arguments, "2\n/back\n9\n/quit\n")
        #expect(lines.contains { $0.hasSuffix("John: Hi, you're here too?") })
        #expect(lines.contains("! There is no chat with 9"))
    }

    private func run(_ arguments: [String], _ input: String = "") throws -> [String] {
        try ChildProcess(arguments: arguments, input: input).finish().lines
    }
}
