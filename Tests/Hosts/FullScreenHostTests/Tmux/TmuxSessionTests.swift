import Foundation
import Testing
import ThreadTesting

/// `viperchat` in a real terminal emulator. These tests wait for another program, so they take real time, though little.
@Suite(.ownThread, .enabled(if: TmuxTerminal.isInstalled, "tmux is not installed here"))
struct TmuxSessionTests {
    /// Starts a session in virtual time, and waits for its first screen.
    private func session(rows: Int = 24, columns: Int = 100) throws -> TmuxTerminal {
        let terminal = try TmuxTerminal(rows: rows, columns: columns)
        try terminal.shell("v --virtual-time")
        #expect(terminal.wait { $0.showsUnreadJohn }.isWanted, "\(terminal.screen)")
        return terminal
    }

    @Test func `a session of two minutes opens, reads, writes, receives and quits`() throws {
        let terminal = try session()
        try terminal.press("Enter")
        #expect(terminal.wait { $0.contains("New") && $0.contains(/John {4}/) && !$0.contains("1 unread") }.isWanted)
        try terminal.type("See you at noon?")
        #expect(terminal.wait { $0.contains("> See you at noon?") }.isWanted)
        try terminal.press("Enter")
        #expect(terminal.wait { $0.showsOwn("See you at noon?") }.isWanted)
        try terminal.type("/wait 2m")
        try terminal.press("Enter")
        let (isAnswered, rows) = terminal.wait { text in
            let parts = text.components(separatedBy: "✓✓ See you at noon?")
            return parts.count == 2 && parts[1].contains(/John {4}/)
        }
        #expect(isAnswered, "\(rows)")
        try terminal.press("C-d")
        #expect(terminal.wait { !$0.contains("John") && $0.contains("v --virtual-time") }.isWanted)
    }

    @Test func `typed text survives arriving messages`() throws {
        let terminal = try session(rows: 90, columns: 100)
        try terminal.press("Enter")
        // A second passes with each key: John answers while the next question is typed.
        for number in 1...20 {
            try terminal.type("question \(number)")
            try terminal.press("Enter")
        }
        let text = "this is typed while one answer after the other comes in, and stays as it is"
        var shown: [String] = []
        for word in text.split(separator: " ") {
            try terminal.type((word == "this" ? "" : " ") + word)
            let typed = String(text[..<word.endIndex])
            shown = terminal.wait { $0.contains("> \(typed)") }.rows
        }
        #expect(shown.contains("> \(text)"), "\(shown)")
        #expect(
            (1...20).allSatisfy { number in shown.contains { $0.showsOwn("question \(number)") } },
            "\(shown)"
        )
        #expect(shown.filter { $0.contains(/[ap]m +(John)? {4}\w/) }.count >= 20, "\(shown)")
    }

    @Test func `a resize to 20 by 5 and back leaves no stale cell`() throws {
        let terminal = try session(rows: 50, columns: 200)
        try terminal.press("Enter")
        try terminal.type("wide 日本 👍 now")
        let before = terminal.wait { $0.contains("now") }.rows
        try terminal.resize(rows: 5, columns: 20)
        let small = terminal.wait { $0.contains("> wide 日本 👍 now") && !$0.contains("│") }
        #expect(small.isWanted, "\(small.rows)")
        try terminal.resize(rows: 50, columns: 200)
        let after = terminal.wait { $0 == before.joined(separator: "\n") }
        #expect(after.isWanted, "\(after.rows)")
    }

    @Test func `a paste neither runs nor sends, and keeps its lines`() throws {
        let terminal = try session()
        try terminal.press("Enter")
        try terminal.paste("/quit\n")
        #expect(terminal.wait { $0.contains("> /quit") }.isWanted)
        try terminal.press("C-c")
        try terminal.paste((1...10).map { "line \($0)" }.joined(separator: "\n"))
        let pasted = terminal.wait { $0.contains("  line 10") }
        #expect(pasted.isWanted && !pasted.rows.contains { $0.contains("✓") }, "\(pasted.rows)")
        try terminal.press("Enter")
        let sent = terminal.wait { $0.showsOwn("line 1") && $0.contains("line 10") }
        #expect(sent.isWanted, "\(sent.rows)")
    }

    @Test func `suspending restores the terminal, and resuming redraws the session`() throws {
        let terminal = try TmuxTerminal(rows: 24, columns: 100)
        try terminal.shell("stty -g > ~/before; v --virtual-time")
        _ = terminal.wait { $0.showsUnreadJohn }
        try terminal.press("Enter")
        try terminal.type("half a")
        _ = terminal.wait { $0.contains("> half a") }
        try terminal.press("C-z")
        #expect(terminal.wait { $0.contains("Stopped") && !$0.contains("half a") }.isWanted, "\(terminal.screen)")
        #expect(terminal.title != "viperchat")
        try terminal.shell("stty -g > ~/after; fg")
        #expect(terminal.wait { $0.contains("> half a") && $0.contains(/John {4}/) }.isWanted, "\(terminal.screen)")
        #expect(terminal.title == "viperchat")
        try terminal.type(" line")
        #expect(terminal.wait { $0.contains("> half a line") }.isWanted)
        try terminal.expectSameModes()
    }

    @Test func `sent messages and drafts survive kill -9`() throws {
        let terminal = try TmuxTerminal(rows: 24, columns: 100)
        let start = "sh -c 'echo $$ > ~/pid; exec v --virtual-time --profile p'"
        try terminal.shell(start)
        _ = terminal.wait { $0.showsUnreadJohn }
        try terminal.press("Enter")
        try terminal.type("sent before")
        try terminal.press("Enter")
        #expect(terminal.wait { $0.contains("✓") }.isWanted)
        try terminal.type("not sent yet")
        _ = terminal.wait { $0.contains("> not sent yet") }
        try terminal.type("/")
        try terminal.kill(SIGKILL)
        #expect(terminal.wait { $0.contains("Killed") }.isWanted)
        try terminal.shell("stty sane; clear")
        try terminal.shell(start)
        #expect(terminal.wait { $0.showsOwn("sent before") || $0.contains("John") }.isWanted)
        try terminal.press("Enter")
        let again = terminal.wait { $0.showsOwn("sent before") && $0.contains("> not sent yet") }
        #expect(again.isWanted, "\(again.rows)")
    }
}
