import Testing

@testable import TerminalHost

@Suite struct TypedLineTests {
    @Test(
        arguments: [
            ("ab\u{1B}[D\u{1B}[Cc", "abc"), ("\u{1B}[1;5Aa\u{1B}[3~b", "ab"), ("\u{1B}OPx\u{1B}OHy", "xy"),
            ("a\tb\u{1}\u{8}\u{7F}c\u{0}", "a\tbc"), ("\u{1B}a\u{1B}", "a"), ("a\u{1B}[", "a"), ("a\u{1B}[12", "a"),
            ("a\u{1B}O", "a"), ("a\u{1B}[é", "aé"), ("a\u{1B}[1\u{1B}[Db", "ab"), ("[D OP é 👩‍👩‍👧‍👦", "[D OP é 👩‍👩‍👧‍👦"),
        ]
    )
    func `keys that move the cursor write nothing`(typed: String, text: String) {
        #expect(TypedLine.event(for: ArraySlice(typed.utf8)) == .line(text))
    }

    @Test func `a line that the terminal may have cut is not taken for a whole one`() throws {
        for count in [4094, 4095, 5000] {
            let pipe = PipeFake()
            var reader = LineReader(input: pipe.readEnd, signals: try SignalPipe(), isTerminal: true)
            let line = String(repeating: "x", count: count)
            pipe.write(line + "\nnext\n")
            #expect(reader.nextEvent() == (count < 4095 ? .line(line) : .cutByTerminal))
            #expect(reader.nextEvent() == .line("next"))
        }
    }

    @Test func `half a line that was typed is no line, and one that was piped is the last`() throws {
        for isTyped in [true, false] {
            let pipe = PipeFake()
            var reader = LineReader(input: pipe.readEnd, signals: try SignalPipe(), isTerminal: isTyped)
            pipe.write("whole\nhalf")
            pipe.closeWriteEnd()
            #expect(reader.nextEvent() == .line("whole"))
            #expect(reader.nextEvent() == (isTyped ? .end : .line("half")))
        }
    }

    @Test(.timeLimit(.minutes(20))) func `half a line is not sent by leaving with Ctrl-D`() throws {
        let (data, terminal) = (DataFolder(), try TerminalFake(columns: 80))
        terminal.type("/open John\nwhole\nhalf\u{4}\u{4}")
        let arguments = ["--virtual-time"] + data.arguments
        let child = try ChildProcess(arguments: arguments, input: "", terminal: terminal.far)
        let (code, lines) = child.finish()
        #expect(code == 0)
        #expect(lines.contains { $0.contains("You: whole") } && !lines.contains { $0.contains("half") })
    }

    @Test func `the problem says what can be done`() {
        #expect(
            TypedLine.cutProblem
                == "Skipped a line: the terminal passes on at most 4095 bytes of one; "
                + "pipe a longer text, or give it to viperchat send"
        )
    }
}
