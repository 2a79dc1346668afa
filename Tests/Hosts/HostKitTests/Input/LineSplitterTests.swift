import HostTesting
import SimulationKit
import Testing
import ThreadTesting

@testable import HostKit

@Suite(.ownThread) struct LineSplitterTests {
    @Test(
        arguments: [
            ("", []), ("\n", [""]), ("a\nb\n", ["a", "b"]), ("a\r\nb", ["a", "b"]), ("\r\n\r\n", ["", ""]),
            ("a\rb\n", ["a\rb"]),
            ("a\r\r\n", ["a\r"]), ("a\r", ["a\r"]), ("\n\na", ["", "", "a"]), ("a\u{0}b\n", ["a\u{0}b"]),
            ("é\nß", ["é", "ß"]),
        ] as [(String, [String])]
    )
    func `the lines do not depend on the chunks`(text: String, lines: [String]) {
        for size in 1...4 {
            #expect(split(Array(text.utf8), by: { size }) == lines.map(InputEvent.line), "\(size) at a time")
        }
    }

    @Test func `invalid UTF-8 is repaired`() {
        #expect(
            split([0x61, 0xFF, 0xC3, 0x0A, 0xE2, 0x82], by: { 1 }) == [.line("a\u{FFFD}\u{FFFD}"), .line("\u{FFFD}")]
        )
    }

    /// The chunks are smaller than a line, of its size, or larger.
    @Test(arguments: [10, 1000, 3000], [[0x0A], [0x0D, 0x0A], []] as [[UInt8]])
    func `a line at the limit passes, and one byte more is reported`(size: Int, ending: [UInt8]) {
        let longest = [UInt8](repeating: 0x78, count: 1000)
        #expect(split(longest + ending, limit: 1000, by: { size }) == [.line(String(decoding: longest, as: UTF8.self))])
        #expect(split(longest + [0x78] + ending, limit: 1000, by: { size }) == [.tooLong(byteCount: 1001)])
    }

    @Test func `a line over the standard limit is skipped, and the next one is whole`() {
        let count = LineSplitter.standardLimit + 1
        let long = [UInt8](repeating: 0x78, count: count)
        #expect(split(long + Array("\nnext\n".utf8), by: { 10_000 }) == [.tooLong(byteCount: count), .line("next")])
        let longest = Array(long.dropLast())
        #expect(split(longest + [0x0A], by: { 10_000 }) == [.line(String(decoding: longest, as: UTF8.self))])
    }

    @Test(arguments: Seeds.upTo(20)) func `random bytes split as a whole text does`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let alphabet: [UInt8] = [0x0A, 0x0D, 0x00, 0x61, 0xC3, 0xA9, 0xFF, 0xF0]
        let bytes = (0..<2000).map { _ in alphabet[Int.random(in: alphabet.indices, using: &generator)] }
        var expected = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        let last = expected.removeLast()
        expected = expected.map { $0.last == 0x0D ? $0.dropLast() : $0 } + (last.isEmpty ? [] : [last])
        let found = split(bytes, by: { Int.random(in: 1...50, using: &generator) })
        #expect(found == expected.map { .line(String(decoding: $0, as: UTF8.self)) })
    }

    private func split(
        _ bytes: [UInt8],
        limit: Int = LineSplitter.standardLimit,
        by size: () -> Int
    ) -> [InputEvent] {
        var splitter = LineSplitter(limit: limit)
        var events: [InputEvent] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = size()
            splitter.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
            while let event = splitter.next() { events.append(event) }
        }
        splitter.finish()
        while let event = splitter.next() { events.append(event) }
        return events
    }
}

@Suite(.ownThread, .timeLimit(.minutes(20))) struct TypedLineTests {
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

    @Test func `a line that the terminal may have cut is rejected`() throws {
        for count in [4094, 4095, 5000] {
            let pipe = PipeFake()
            var reader = LineReader(input: pipe.readEnd, signals: try SignalPipe(), isTerminal: true)
            let line = String(repeating: "x", count: count)
            pipe.write(line + "\nnext\n")
            #expect(reader.nextEvent() == (count < 4095 ? .line(line) : .cutByTerminal))
            #expect(reader.nextEvent() == .line("next"))
        }
    }

    @Test func `an incomplete last line counts if piped, but not if typed`() throws {
        for isTyped in [true, false] {
            let pipe = PipeFake()
            var reader = LineReader(input: pipe.readEnd, signals: try SignalPipe(), isTerminal: isTyped)
            pipe.write("whole\nhalf")
            pipe.closeWriteEnd()
            #expect(reader.nextEvent() == .line("whole"))
            #expect(reader.nextEvent() == (isTyped ? .end : .line("half")))
        }
    }

    @Test(.timeLimit(.minutes(20))) func `Ctrl-D does not send an incomplete line`() throws {
        let (data, terminal) = (DataFolder(), try PseudoTerminal(columns: 80))
        terminal.type("/open John\nwhole\nhalf\u{4}\u{4}")
        let arguments = ["--virtual-time"] + data.arguments
        let child = try ChildProcess(arguments: arguments, input: "", terminal: terminal.far)
        let (code, lines) = child.finish()
        #expect(code == 0)
        #expect(lines.contains { $0.contains("You: whole") } && !lines.contains { $0.contains("half") })
    }

    @Test func `the error for a cut line suggests alternatives`() {
        #expect(
            TypedLine.cutProblem
                == "Skipped a line: the terminal passes on at most 4095 bytes of one; "
                + "pipe a longer text, or send it from a file: viperchat send CONTACT - < FILE"
        )
    }
}
