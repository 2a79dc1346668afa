import CSystem
import Chat
import ChatTypes
import Foundation
import HostKit
import RuntimeKit
import Testing

@testable import FullScreenHost

@Suite struct ExternalEditorTests {
    @Test func `the editor's text replaces the line and can be undone`() {
        var stage = ModelStage.inChat()
        stage.type("teh")
        stage.press(.control("x"), .control("e"))
        #expect(stage.takeEffects() == [.editText("teh", limit: OutgoingMessage.textLimit)])
        stage.handle(.edited("the\ncat"))
        #expect(stage.typed == "the\ncat")
        stage.press(.control("_"))
        #expect(stage.typed == "teh")
    }

    @Test func `a text over the limit leaves the line and its draft as they were`() {
        var stage = ModelStage.inChat()
        stage.type("teh")
        #expect(stage.model.handle(.edited(String(repeating: "x", count: OutgoingMessage.textLimit + 1))) == [])
        #expect(stage.typed == "teh")
        #expect(stage.model.notice?.text.contains("too long") == true)
    }

    @Test func `a text to find, and what is typed on the list, are edited in no other program`() {
        var stage = ModelStage.inChat()
        stage.press(.control("s"))
        stage.type("tea")
        stage.press(.control("x"), .control("e"))
        #expect(stage.takeEffects() == [])
        var list = ModelStage()
        list.openList([chatRow("Ada")])
        list.type("/op")
        list.press(.control("x"), .control("e"))
        #expect(!list.takeEffects().contains { if case .editText = $0 { true } else { false } })
    }

    @Test func `Ctrl-x before another key does nothing`() {
        var stage = ModelStage.inChat()
        stage.type("ab")
        stage.press(.control("x"), .control("a"), .control("e"), .text("c"))
        #expect(stage.typed == "abc")
        #expect(stage.takeEffects().isEmpty)
    }

    @Test func `the editor is VISUAL, else EDITOR, else vi`() {
        #expect(ExternalEditor.command(["VISUAL": "emacs -nw", "EDITOR": "nano"]) == "emacs -nw")
        #expect(ExternalEditor.command(["VISUAL": " ", "EDITOR": "nano"]) == "nano")
        #expect(ExternalEditor.command([:]) == "vi")
    }

    @Test func `a text is edited in a private file that is deleted afterwards`() throws {
        let log = FileManager.default.temporaryDirectory.appending(path: "editor-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: log) }
        // A command with its own words and an assignment, as users write them.
        let script = #"stat -c %a "$(dirname "$1")" > "$LOG"; echo "$1" >> "$LOG"; echo more >> "$1""#
        let command = "LOG=\(log.path) sh -c '\(script)' sh"
        #expect(try ExternalEditor.edit("one\n", upTo: 100, by: command) == "one\nmore")
        let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
        #expect(lines[0] == "700")
        #expect(!FileManager.default.fileExists(atPath: String(lines[1])))
    }

    @Test func `the file is deleted after an editor that fails, too`() throws {
        let log = FileManager.default.temporaryDirectory.appending(path: "editor-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: log) }
        let command = "LOG=\(log.path) sh -c 'echo \"$1\" > \"$LOG\"; exit 3' sh"
        #expect(throws: LineCommandError.self) { try ExternalEditor.edit("secret", upTo: 100, by: command) }
        let path = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")[0]
        #expect(path.hasSuffix("/message.txt") && !FileManager.default.fileExists(atPath: String(path)))
    }

    @Test func `the editor has the standard files of the program alone`() throws {
        let pipe = try Descriptors.makePipe()
        defer { for end in [pipe.readEnd, pipe.writeEnd] { close(end) } }
        _ = fcntl(pipe.readEnd, F_SETFD, 0)
        let command = "sh -c 'for fd in 2 \(pipe.readEnd); do test -e /dev/fd/$fd && echo $fd; done > \"$1\"; true' sh"
        #expect(try ExternalEditor.edit("", upTo: 100, by: command) == "2")
    }

    @Test func `a text that is too long for the line stays in its file, which the error names`() throws {
        let command = "sh -c 'head -c 2000000 /dev/zero | tr \\\\0 x > \"$1\"' sh"
        let error = try #require(throws: LineCommandError.self) { try ExternalEditor.edit("", upTo: 9, by: command) }
        let path = try #require(error.message.split(separator: " ").last).description
        defer { try? FileManager.default.removeItem(atPath: URL(filePath: path).deletingLastPathComponent().path) }
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == 2_000_000)
    }

    @Test func `a text at the limit, or no longer than it was, is taken`() throws {
        let command = "sh -c 'echo 12345 > \"$1\"' sh"
        #expect(try ExternalEditor.edit("", upTo: 5, by: command) == "12345")
        #expect(try ExternalEditor.edit("54321", upTo: 4, by: command) == "12345")
    }

    @Test func `an editor that fails leaves the text as it was`() {
        #expect(throws: LineCommandError(message: "false failed: the text is as it was")) {
            try ExternalEditor.edit("one", upTo: 100, by: "false")
        }
    }
}
