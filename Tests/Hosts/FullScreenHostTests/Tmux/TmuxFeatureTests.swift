import Foundation
import Testing
import ThreadTesting

/// The app's features by keys on a real terminal emulator; each step names the features that it shows.
@Suite(.ownThread, .enabled(if: TmuxTerminal.isInstalled, "tmux is not installed here"))
struct TmuxFeatureTests {
    @Test func `features F1 to F21 work by keys`() throws {
        let terminal = try TmuxTerminal(rows: 24, columns: 100)
        var walked: Set<Int> = []
        func expect(_ features: [Int], _ isWanted: (String) -> Bool, line: Int = #line) {
            let found = terminal.wait(isWanted)
            #expect(found.isWanted, "line \(line), features \(features), but there is \(found.rows)")
            walked.formUnion(features)
        }
        func has(_ wanted: String...) -> (String) -> Bool {
            { text in wanted.allSatisfy { text.contains($0) } }
        }
        let start = "clear; v --virtual-time --profile p"
        try terminal.shell(start)
        // The server's chats, with count, preview and time.
        expect([2, 3, 10, 17, 18], { $0.showsUnreadJohn && has("8:51 am", "Hi, you're here too?", "1 unread")($0) })

        // The form validates each key and suggests names; an invalid name is refused.
        try terminal.press("M-n")
        expect([14], has("New chat", "Type the name"))
        try terminal.type("ada")
        expect([15, 21], has("Ada Lovelace", "Enter starts a chat with ada"))
        try terminal.press("C-u")
        try terminal.press("Enter")
        expect([21], has("Please provide a contact name"))
        try terminal.type("ada")
        expect([15], has("Ada Lovelace"))
        try terminal.press("Down", "Enter")
        expect([14, 15], has("Ada Lovelace", "Enter sends"))
        try terminal.enter("  ")
        expect([16], has("Please type a message first"))
        try terminal.press("C-u")

        // A message is sent, read and answered.
        try terminal.enter("hello Ada")
        expect([5, 7], { $0.showsOwn("hello Ada") && $0.contains(/\n[ ●] You: hello Ada/) })
        try terminal.enter("/wait 2m")
        expect([4, 9, 12], { $0.showsOwn("hello Ada", "✓✓") && $0.contains(/Ada Lovelace {4}/) })
        // Her picture is downloaded, and shown as a dot.
        expect([20], has("\n● "))

        // Messages that are not on screen are notified and counted.
        try terminal.press("M-2")
        expect([14], has("Hi, you're here too?", "━━ New"))
        try terminal.enter("and you?")
        expect([5], { $0.showsOwn("and you?") })
        try terminal.enter("John?")
        try terminal.press("Escape")
        expect([14], has("search names and messages"))
        try terminal.press("M-x")
        try terminal.enter("wait 5m")
        expect([6, 10], has("John: ", " unread"))

        // Messages on screen are read; then nothing is unread.
        try terminal.press("M-a")
        expect([8, 10]) { $0.contains("━━ New") && !$0.contains(" unread\n") }
        try terminal.press("Escape")
        expect([14], has("search names and messages"))

        // A search ignores case and accents, and opens the result.
        try terminal.press("C-f")
        try terminal.type("HÉLLO ad")
        expect([19], has("Results", "You: hello Ada"))
        try terminal.press("Enter")
        expect([19], { $0.showsOwn("hello Ada", "✓✓") && $0.contains("Enter sends") })

        // The switcher finds a chat by its name.
        try terminal.press("C-k")
        try terminal.type("jo")
        expect([14], has("Go to: jo", "│> John"))
        try terminal.press("Enter")
        expect([14], { $0.showsOwn("and you?") })

        // An existing chat is opened again.
        try terminal.enter("/new ada lovelace")
        expect([15]) { $0.showsOwn("hello Ada", "✓✓") && $0.components(separatedBy: "  Ada Lovelace ").count <= 3 }
        try terminal.enter("Talk to you soon")
        expect([5], { $0.showsOwn("Talk to you soon") })
        try terminal.press("C-d")
        expect([1], has("$"))

        // After a restart everything is shown before a slow server has answered.
        try terminal.shell(start + " --network storm --start-at 2022-03-11T10:00:00Z")
        expect([1, 11, 13]) { text in
            has("Ada Lovelace", "John")(text) && (text.contains("Connecting…") || text.contains("Offline"))
        }
        try terminal.press("M-x")
        try terminal.enter("wait 3m")
        // Ada's answers and her goodbye; on a busy machine a key may count as two, and let her answer once more.
        expect([2, 3, 12], { $0.contains(/Ada Lovelace .*\n.* [34] +│/) && $0.contains(/[34] unread/) })
        #expect(walked == Set(1...21))
    }

    @Test func `features F26 to F28 work by keys`() throws {
        let terminal = try TmuxTerminal(rows: 24, columns: 100)
        func expect(_ isWanted: (String) -> Bool, line: Int = #line) {
            let found = terminal.wait(isWanted)
            #expect(found.isWanted, "line \(line), but there is \(found.rows)")
        }
        try terminal.shell("clear; v --virtual-time")
        expect { $0.showsUnreadJohn && $0.contains("1 unread") }
        try terminal.press("M-1")
        expect { $0.contains("Hi, you're here too?") && $0.contains("Enter sends") }

        // The user's last message, and the one before it.
        try terminal.enter("umbrella")
        try terminal.enter("parasol")
        expect { $0.showsOwn("umbrella") && $0.showsOwn("parasol", "✓") }
        try terminal.enter("/unsend 2")
        expect { $0.contains("Delete “umbrella”?") }
        try terminal.press("y")
        expect { $0.contains("Message deleted") && !$0.showsOwn("umbrella") && $0.showsOwn("parasol") }

        // A muted chat is marked in the list and in the chat.
        try terminal.enter("/mute")
        expect { $0.contains("│John  muted") && $0.contains("⊘") }

        // John types before he answers; a muted chat shows no notification. Time passes only with keys, so after one of
        // them the screen shows that he is typing, until the next key.
        var typed = ""
        while !terminal.wait(tries: 5, { $0.contains("John is typing…") }).isWanted, typed.count < 60 {
            typed += "."
            try terminal.type(".")
            expect { [typed] in $0.contains("\n> \(typed)\n") }
        }
        expect { $0.components(separatedBy: "John is typing…").count == 3 }
        try terminal.press("C-u")
        try terminal.enter("And you?")
        try terminal.press("Escape")
        try terminal.press("M-x")
        try terminal.enter("wait 2m")
        expect { text in
            text.contains(/⊘ +[0-9]/) && !text.contains(/[0-9] unread/)
        }
        try terminal.press("M-1")
        try terminal.enter("/unmute")
        expect { !$0.contains("⊘") && !$0.contains("John  muted") }
    }

    @Test func `problems in the settings are shown, and other settings apply`() throws {
        let terminal = try TmuxTerminal(rows: 12, columns: 80, settings: "hours = 24\nbelle = off\n")
        try terminal.shell("v")
        let told = terminal.wait { $0.contains("settings, line 2: there is no setting 'belle'; did you mean bell?") }
        #expect(told.isWanted, "\(told.rows)")
        #expect(terminal.wait { $0.contains("John") }.rows.contains { $0.contains("John") })
        #expect(!terminal.screen.contains { $0.contains(" am") || $0.contains(" pm") })
        try terminal.press("C-d")
        _ = terminal.wait { !$0.contains("John") }
        try terminal.shell("clear; v --virtual-time")
        let virtual = terminal.wait { $0.showsUnreadJohn && $0.contains("08:51") }
        #expect(virtual.isWanted, "\(virtual.rows)")
    }

    @Test func `all problems at the start are shown together, the history's first`() throws {
        let terminal = try TmuxTerminal(rows: 24, columns: 80, settings: "hours = 13\nbelle = off\n")
        let profile = terminal.folder.appending(path: "viperchat/default")
        try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)
        try Data("not a database at all".utf8).write(to: profile.appending(path: "history.sqlite"))
        try terminal.shell("v")
        let told = terminal.wait { text in
            ["a new one was started;", "settings, line 1", "settings, line 2"].allSatisfy(text.contains)
        }
        #expect(told.isWanted, "\(told.rows)")
        let joined = told.rows.map { $0.trimmingCharacters(in: .whitespaces) }.joined()
        #expect(joined.contains(/history\.sqlite\.damaged-[^s]+settings, line 1/), "\(told.rows)")
    }

    @Test func `--line and incapable terminals select the line mode`() throws {
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

    @Test func `Vi keys, bound keys, search in a chat, the editor and paths work on an emulator`() throws {
        let settings = "keys = vi\nrows = 1\nkey Alt-m = /mute\nbackground = light\n"
        let terminal = try TmuxTerminal(rows: 24, columns: 100, settings: settings)
        try Data("flour".utf8).write(to: terminal.folder.appending(path: "bread.txt"))
        func expect(_ isWanted: (String) -> Bool, line: Int = #line) {
            let found = terminal.wait(isWanted)
            #expect(found.isWanted, "line \(line), but there is \(found.rows)")
        }
        try terminal.shell("clear; cd ~; EDITOR='printf \" and more\" >>' v --virtual-time")
        expect { $0.contains(/> John +1 +8:51 am│/) && $0.contains("i opens, j and k select") }
        try terminal.press("i")
        expect { $0.contains("Enter sends, Esc stops typing") }
        for text in ["green tea", "coffee", "black tea"] { try terminal.enter(text) }
        expect { $0.showsOwn("black tea") }
        try terminal.press("M-m")
        expect { $0.contains("John  muted") }
        try terminal.enter("/find tea")
        expect { $0.contains("Match 1 of 2") }
        try terminal.press("n")
        expect { $0.contains("Match 2 of 2") }
        try terminal.press("i")
        try terminal.type("milk")
        try terminal.press("C-x", "C-e")
        expect { $0.contains("> milk and more\n") }
        try terminal.press("C-u")
        try terminal.type("/attach bre")
        try terminal.press("Tab", "Enter")
        expect { $0.showsOwn("[bread.txt, 5 bytes]") }
        try terminal.press("Escape")
        expect { $0.contains("i types, o opens the file, d deletes") }
        try terminal.press("Escape")
        expect { $0.contains("i opens, j and k select") }
        try terminal.enter(":read all")
        expect { $0.contains("All chats are marked as read") }
    }
}
