import Foundation
import HostTesting
import Testing
import ThreadTesting

@testable import HostKit
@testable import LineHost

/// Checks that the advice in error messages works.
@Suite(.ownThread, .timeLimit(.minutes(20))) struct AdviceTests {
    private let data = DataFolder()

    @Test func `an imported chat accepts messages once its journal is restored`() throws {
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
    func `show suggests a similar name`(name: String, suggestion: String) throws {
        try data.chat()
        let lines = try run(["show", name, "--virtual-time"] + data.arguments)
        #expect(lines == ["! There is no chat with \(name)\(suggestion)"])
    }

    @Test func `opening a chat suggests a similar name`() throws {
        try data.chat()
        let lines = try run(["--virtual-time"] + data.arguments, "/open Adda\n/open Zed\n/quit\n")
        let problems = lines.filter { $0.hasPrefix("! ") }
        #expect(problems == ["! There is no chat with Adda", "! Did you mean Ada?", "! There is no chat with Zed"])
    }

    @Test func `an error cuts a long name`() throws {
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

@Suite(.ownThread, .timeLimit(.minutes(20))) struct ConnectionLineTests {
    @Test func `a lost connection and its return are each printed once`() throws {
        let (code, lines) = try ChildProcess(
            arguments: ["--virtual-time", "--network", "storm", "--seed", "1"],
            input: "/wait 20m\n/quit\n"
        ).finish()
        #expect(code == 0)
        let told = lines.filter { $0.hasPrefix("! ") }
        #expect(told.first == "! No live connection: news may come a minute late")
        #expect(told.dropFirst().first == "! Connected again")
        #expect(zip(told, told.dropFirst()).allSatisfy { $0 != $1 }, "nothing is said twice in a row")
    }
}

/// Deleting, editing and muting in line mode.
@Suite(.ownThread, .timeLimit(.minutes(20))) struct MessageCommandTests {
    @Test func `a list that did not change is printed as the answer, and a problem is answer enough`() throws {
        func lists(after line: String) throws -> (count: Int, lines: [String]) {
            let lines = try run(line + "/quit\n", ["--json"])
            return (lines.count { $0.hasPrefix(#"{"event":"list""#) }, lines)
        }
        let usual = try lists(after: "").count
        #expect(try lists(after: "/order favourites\n").count == usual + 1)
        let unknown = try lists(after: "/space Nowhere\n")
        #expect(unknown.count == usual && unknown.lines.contains { $0.contains("problem") && $0.contains("Nowhere") })
    }

    @Test func `a sent message is deleted by its number, for good`() throws {
        let lines = try run("/new Ada\none\n/wait 2s\ntwo\n/wait 2s\n/unsend 2\n/wait 2s\n/unsend 9\n/quit\n")
        let start = try #require(lines.firstIndex { $0.contains("two  (sent)") || $0.contains("(sent) two") })
        let after = lines[start...]
        #expect(after.count { $0.contains("You: Message deleted") } == 1)
        #expect(after.contains("! You have no such message on screen"))
        #expect(!after.contains { $0.contains("one") })
    }

    @Test func `a queued message is deleted, and deleted again if the server got it`() throws {
        let lines = try run("/new Ada\none\n/unsend\n/wait 2s\n/quit\n")
        let taken = try #require(lines.firstIndex(of: "  (deleted) one"))
        #expect(lines[taken...].count { $0.contains("You: Message deleted  (sent)") } == 1)
        #expect(!lines[taken...].contains { $0.contains("You: one") || $0.contains("(sent) one") })
    }

    @Test func `a message is edited by its number, and printed again`() throws {
        let lines = try run(
            "/new Ada\none\n/wait 2s\ntwo\n/wait 2s\n/edit 2 three\n/wait 2s\n/edit four\n/wait 2s\n/edit 9 x\n/quit\n"
        )
        #expect(lines.count { $0.contains("You: three") && $0.contains("(edited) (") } == 1)
        #expect(lines.count { $0.contains("You: four") && $0.contains("(edited) (") } == 1)
        #expect(lines.contains("! You have no such message on screen"))
    }

    @Test func `pictures lead to their message, from the chat and from the list`() throws {
        let folder = DataFolder()
        let files = ["a.png", "notes.txt", "b.png"].map { folder.url.appending(path: $0).path }
        for file in files { try Data("x".utf8).write(to: URL(filePath: file)) }
        let sent = files.map { "/attach \($0)\n/wait 5s\n" }.joined()
        let (rows, chat) = (
            ["  1  b.png  image/png, 1 byte", "  2  a.png  image/png, 1 byte"], "/pictures\n2\n/back\n"
        )
        let lines = try run("/new Ada\n\(sent)\(chat)/pictures\n/pictures 1\n9\n1\n/back\n/more\n/back\n/quit\n")
        let starts = lines.indices.filter { lines[$0...].starts(with: ["", "Ada"] + rows) }
        #expect(starts.count == 3, "from the chat, from the list, and when they are returned to")
        let opened = try #require(lines.firstIndex { $0.hasPrefix("> 9:00 am  You: [a.png") })
        #expect(starts[0] < opened && opened < starts[1])
        #expect(lines.contains { $0.hasPrefix("> 9:00 am  You: [b.png") })
        let problems = lines.filter { $0.hasPrefix("! ") }
        #expect(
            problems == [
                "! Add the number of a chat, as in /mute 1", "! There is no picture 9 on screen",
                "! There are no more pictures",
            ]
        )
    }

    @Test func `a muted chat shows it, does not notify and is not counted`() throws {
        let lines = try run("/new Ada\nhello\n/mute\n/back\n/wait 2m\n/open Ada\n/unmute\n/quit\n")
        #expect(lines.contains("  Ada is muted") && lines.contains("  Ada is unmuted"))
        #expect(lines.contains { $0.contains("Ada [") && $0.contains("(muted)") }, "she has answered")
        #expect(!lines.contains { $0.hasPrefix("[Ada] ") })
        #expect(lines.last { $0.hasSuffix("unread)") } == "(1 unread)", "John's")
    }

    private func run(_ input: String, _ options: [String] = []) throws -> [String] {
        try ChildProcess(arguments: ["--virtual-time", "--seed", "7"] + options, input: input).finish().lines
    }
}
