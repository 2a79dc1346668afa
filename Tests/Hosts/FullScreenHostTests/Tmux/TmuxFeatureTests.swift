import Foundation
import Testing

/// What the app can do, walked through by keys on a real terminal emulator; each step names the features it shows.
@Suite(.serialized, .enabled(if: TmuxTerminal.isInstalled, "tmux is not installed here"))
struct TmuxFeatureTests {
    @Test func `F1 to F21 by keys`() throws {
        let terminal = try TmuxTerminal(rows: 24, columns: 100)
        func expect(_ wanted: String..., line: Int = #line) {
            let found = terminal.wait { text in wanted.allSatisfy { text.contains($0) } }
            #expect(found.isWanted, "line \(line): \(wanted), but there is \(found.rows)")
        }
        func enter(_ text: String) throws {
            try terminal.type(text)
            try terminal.press("Enter")
        }
        let start = "clear; v --virtual-time --profile p"
        try terminal.shell(start)
        // F2, F3, F10, F13, F17, F18: what the server has, with its count, preview and time.
        expect("John [1]", "8:51 am", "Hi, you're here too?", "1 unread")

        // F14, F15, F16, F21: the form judges each key and suggests; a name that cannot be is refused.
        try terminal.press("M-n")
        expect("A new chat", "Type the name")
        try terminal.type("ada")
        expect("Ada Lovelace", "Enter begins it")
        try terminal.press("C-u")
        try terminal.press("Enter")
        expect("Please provide a contact name")
        try terminal.type("ada")
        expect("Ada Lovelace")
        try terminal.press("Down", "Enter")
        expect("Enter sends")
        try terminal.press("Enter")
        expect("Please type a message first")

        // F4, F5, F7, F9, F11, F12: sent, read, answered, each in its place.
        try enter("hello Ada")
        expect("me: hello Ada", "You: hello Ada")
        try enter("/wait 2m")
        expect("✓✓ me: hello Ada", "Ada Lovelace: ")

        // F6: what is not on screen is announced, and counted.
        try terminal.press("M-2")
        expect("Hi, you're here too?", "unread")
        try enter("and you?")
        expect("me: and you?")
        try terminal.press("Escape")
        expect("Choose a chat")
        try terminal.press("M-x")
        try terminal.type("wait 5m")
        try terminal.press("Enter")
        expect("John: ", "unread")

        // F8: read when it is on screen, and then nothing is unread any more.
        try terminal.press("M-a")
        #expect(terminal.wait { $0.contains("── unread") && !$0.contains(" unread\n") }.isWanted, "\(terminal.screen)")
        try terminal.press("Escape")
        expect("Choose a chat")

        // F19: whatever case and accents; opened at the hit.
        try terminal.press("/")
        try terminal.type("HÉLLO ad")
        expect("Found", "You: hello Ada")
        try terminal.press("Enter")
        expect("me: hello Ada", "Enter sends")
        try terminal.press("C-d")
        expect("$")

        // F1: everything is there at the next start, with a network that is in a storm.
        try terminal.shell(start + " --network storm")
        expect("Ada Lovelace", "John")
    }

    @Test func `what is wrong with the settings is told, and the rest of them holds`() throws {
        let terminal = try TmuxTerminal(rows: 12, columns: 80, settings: "hours = 24\nbelle = off\n")
        try terminal.shell("v")
        let told = terminal.wait { $0.contains("settings, line 2: there is no setting 'belle'; did you mean bell?") }
        #expect(told.isWanted, "\(told.rows)")
        #expect(terminal.wait { $0.contains("John") }.rows.contains { $0.contains("John") })
        #expect(!terminal.screen.contains { $0.contains(" am") || $0.contains(" pm") })
    }

    @Test func `lines are asked for with --line, and come where the terminal can do no more`() throws {
        let terminal = try TmuxTerminal(rows: 12, columns: 80)
        try terminal.shell("v --virtual-time --line")
        #expect(terminal.wait { $0.contains("  1  John [1]  8:51 am  Hi, you're here too?") }.isWanted)
        try terminal.shell("/quit")
        try terminal.shell("clear; TERM=dumb v --virtual-time")
        #expect(terminal.wait { $0.contains("  1  John [1]  8:51 am  Hi, you're here too?") }.isWanted)
        try terminal.shell("/quit")
        try terminal.shell("clear; TERM=no-such-terminal v --virtual-time")
        #expect(terminal.wait { $0.contains("  1  John [1]  8:51 am  Hi, you're here too?") }.isWanted)
    }
}
