import CSystem
import Foundation
import Testing
import ThreadTesting

/// Endings of a session, and sessions without changes or without focus.
@Suite(.ownThread, .enabled(if: TmuxTerminal.isInstalled, "tmux is not installed here"))
struct TmuxEndingTests {
    private static let signals = [
        "TERM": SIGTERM, "INT": SIGINT, "HUP": SIGHUP, "SEGV": SIGSEGV, "ABRT": SIGABRT, "ILL": SIGILL,
    ]

    @Test(arguments: ["/quit", "C-c", "C-d"] + signals.keys.sorted())
    func `every way to end the program restores the terminal`(ending: String) throws {
        let terminal = try TmuxTerminal(rows: 12, columns: 80)
        try terminal.shell(
            "stty -g > ~/before; sh -c 'echo $$ > ~/pid; exec v --virtual-time'; stty -g > ~/after; echo over"
        )
        #expect(terminal.wait { $0.showsUnreadJohn }.isWanted)
        if let signal = Self.signals[ending] {
            try terminal.kill(signal)
        } else if ending == "/quit" {
            try terminal.press("M-x")
            try terminal.type("quit")
            try terminal.press("Enter")
        } else {
            try terminal.press(ending)
            if ending == "C-c" { try terminal.press(ending) }
        }
        let over = terminal.wait { $0.contains("\nover") && !$0.contains("John") }
        #expect(over.isWanted, "\(over.rows)")
        try terminal.expectSameModes()
    }

    @Test func `closing the terminal ends the program`() throws {
        let terminal = try TmuxTerminal(rows: 12, columns: 80)
        try terminal.shell("echo $$ > ~/pid; exec v --virtual-time")
        #expect(terminal.wait { $0.showsUnreadJohn }.isWanted)
        let id = try #require(try terminal.processID())
        #expect(!terminal.screen.isEmpty)
        terminal.close()
        #expect(terminal.hasEnded(id))
    }

    @Test func `a program in the background of its terminal draws nothing`() throws {
        let terminal = try TmuxTerminal(rows: 12, columns: 80)
        try terminal.shell("v --virtual-time &")
        // The shell tells of it at a prompt, once the program has asked for the terminal.
        let stopped = terminal.wait {
            if !$0.contains("Stopped") { try? terminal.press("Enter") }
            return $0.contains("Stopped")
        }
        #expect(stopped.isWanted && !stopped.rows.joined().contains("John"), "\(stopped.rows)")
        try terminal.shell("fg")
        #expect(terminal.wait { $0.showsUnreadJohn }.isWanted, "\(terminal.screen)")
        try terminal.press("C-z")
        #expect(terminal.wait { !$0.showsUnreadJohn }.isWanted)
        try terminal.shell("bg; echo again")
        #expect(terminal.wait { $0.contains("\nagain\n") && !$0.showsUnreadJohn }.isWanted, "\(terminal.screen)")
        try terminal.shell("fg")
        #expect(terminal.wait { $0.showsUnreadJohn }.isWanted, "\(terminal.screen)")
    }

    @Test(arguments: ["read line", "kill -TSTP $$; read line", "kill -TSTP 0; read line"])
    func `a stopped editor gives the shell, and fg goes on in the editor`(script: String) throws {
        let terminal = try Self.terminal(editingBy: script)
        if script == "read line" { try terminal.press("C-z") }
        #expect(terminal.wait { $0.contains("Stopped") }.isWanted, "\(terminal.screen)")
        try terminal.shell("fg")
        try terminal.shell("from the editor")
        #expect(
            terminal.wait { $0.contains("Enter sends") && $0.contains("from the editor") }.isWanted,
            "\(terminal.screen)"
        )
    }

    @Test func `the program stops with its editor only`() throws {
        let terminal = try Self.terminal(editingBy: "kill -TSTP $PPID; echo still; read line")
        #expect(terminal.wait { $0.contains("still") }.isWanted)
        try terminal.type("from the editor")
        try terminal.press("Enter")
        #expect(
            terminal.wait { $0.contains("Enter sends") && $0.contains("from the editor") }.isWanted,
            "\(terminal.screen)"
        )
    }

    @Test func `Ctrl-c in an editor is the editor's alone`() throws {
        let terminal = try Self.terminal(editingBy: "trap 'echo caught' INT; read line; read line")
        try terminal.press("C-c")
        #expect(terminal.wait { $0.contains("caught") }.isWanted)
        try terminal.type("from the editor")
        try terminal.press("Enter")
        #expect(terminal.wait { $0.contains("> from the editor") }.isWanted, "\(terminal.screen)")
        try terminal.type("!")
        #expect(terminal.wait { $0.contains("> from the editor!") }.isWanted, "\(terminal.screen)")
    }

    /// Returns a terminal whose full screen has started an editor that runs a script, after which it writes `$line`.
    private static func terminal(editingBy script: String) throws -> TmuxTerminal {
        let terminal = try TmuxTerminal(rows: 12, columns: 80)
        // Read by a shell: Linux starts no program that a process of another test has open for writing.
        try "echo editing\n\(script)\necho \"$line\" > \"$1\"\n".write(
            to: terminal.folder.appending(path: "editor"),
            atomically: true,
            encoding: .utf8
        )
        try terminal.shell("EDITOR='sh ~/editor' v --virtual-time")
        #expect(terminal.wait { $0.showsUnreadJohn }.isWanted)
        try terminal.press("Enter")
        #expect(terminal.wait { $0.contains("Enter sends") }.isWanted)
        try terminal.press("C-x", "C-e")
        #expect(terminal.wait { $0.contains("editing") }.isWanted)
        return terminal
    }

    #if os(Linux)
        @Test func `an idle session uses no processor time`() throws {
            let terminal = try TmuxTerminal(rows: 40, columns: 120)
            try terminal.shell("echo $$ > ~/pid; exec v")
            #expect(terminal.wait { $0.showsUnreadJohn }.isWanted)
            let id = try #require(try terminal.processID())
            // Pictures and the live connection arrive a little later.
            usleep(1_500_000)
            let before = try Self.nanoseconds(id)
            usleep(2_000_000)
            let used = try Self.nanoseconds(id) - before
            #expect(used < 300_000, "in two seconds; 60 seconds may take 10 ms")
        }

        /// The processor time of a process since its start.
        private static func nanoseconds(_ id: Int32) throws -> Int {
            var (clock, time) = (clockid_t(), timespec())
            try #require(clock_getcpuclockid(id, &clock) == 0 && clock_gettime(clock, &time) == 0)
            return time.tv_sec * 1_000_000_000 + time.tv_nsec
        }

        @Test func `messages that arrive without focus stay unread until the focus returns`()
            throws
        {
            let terminal = try TmuxTerminal(rows: 24, columns: 100)
            try terminal.attach()
            try terminal.resize(rows: 24, columns: 100)
            try terminal.shell("v --virtual-time")
            _ = terminal.wait { $0.showsUnreadJohn }
            try terminal.press("Enter")
            try terminal.type("hello")
            try terminal.press("Enter")
            #expect(terminal.wait { $0.showsOwn("hello") && !$0.contains(" unread\n") }.isWanted)
            terminal.focus(false)
            // A second passes with each resize as well.
            var isUnread = false
            for number in 0..<60 where !isUnread {
                try terminal.resize(rows: 24, columns: 100 + number % 2)
                usleep(50_000)
                isUnread = terminal.screen.contains { $0.hasSuffix(" unread") }
            }
            #expect(isUnread, "\(terminal.screen)")
            terminal.focus(true)
            #expect(terminal.wait { !$0.contains(" unread\n") }.isWanted, "\(terminal.screen)")
        }
    #endif
}

extension TmuxTerminal {
    /// Compares the output of `stty -g` in the files `before` and `after`.
    func expectSameModes() throws {
        let modes = try ["before", "after"].map {
            try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
        }
        #expect(modes[0] == modes[1] && !modes[0].isEmpty)
    }
}
