import SimulationKit
import Testing

@testable import TerminalHost

@Suite struct LineSplitterTests {
    @Test(
        arguments: [
            ("", []), ("\n", [""]), ("a\nb\n", ["a", "b"]), ("a\r\nb", ["a", "b"]), ("\r\n\r\n", ["", ""]),
            ("a\rb\n", ["a\rb"]),
            ("a\r\r\n", ["a\r"]), ("a\r", ["a\r"]), ("\n\na", ["", "", "a"]), ("a\u{0}b\n", ["a\u{0}b"]),
            ("é\nß", ["é", "ß"]),
        ] as [(String, [String])]
    )
    func `lines are the same however the bytes come`(text: String, lines: [String]) {
        for size in 1...4 {
            #expect(split(Array(text.utf8), by: { size }) == lines.map(InputEvent.line), "\(size) at a time")
        }
    }

    @Test func `what is not UTF-8 is repaired`() {
        #expect(
            split([0x61, 0xFF, 0xC3, 0x0A, 0xE2, 0x82], by: { 1 }) == [.line("a\u{FFFD}\u{FFFD}"), .line("\u{FFFD}")]
        )
    }

    @Test(arguments: [1000, 16_384, 3_000_000], [[0x0A], [0x0D, 0x0A], []] as [[UInt8]])
    func `a line at the limit passes, one byte more is told`(size: Int, ending: [UInt8]) {
        let longest = [UInt8](repeating: 0x78, count: LineSplitter.standardLimit)
        #expect(split(longest + ending, by: { size }) == [.line(String(decoding: longest, as: UTF8.self))])
        #expect(split(longest + [0x78] + ending, by: { size }) == [.tooLong(byteCount: LineSplitter.standardLimit + 1)])
    }

    @Test func `a long line is passed over, and the next one is whole`() {
        let long = [UInt8](repeating: 0x78, count: 5_000_000)
        #expect(
            split(long + Array("\nnext\n".utf8), by: { 10_000 }) == [.tooLong(byteCount: 5_000_000), .line("next")]
        )
    }

    @Test(arguments: 1...20) func `random bytes are cut as splitting them at once does`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let alphabet: [UInt8] = [0x0A, 0x0D, 0x00, 0x61, 0xC3, 0xA9, 0xFF, 0xF0]
        let bytes = (0..<2000).map { _ in alphabet[Int.random(in: alphabet.indices, using: &generator)] }
        var expected = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        let last = expected.removeLast()
        expected = expected.map { $0.last == 0x0D ? $0.dropLast() : $0 } + (last.isEmpty ? [] : [last])
        let found = split(bytes, by: { Int.random(in: 1...50, using: &generator) })
        #expect(found == expected.map { .line(String(decoding: $0, as: UTF8.self)) })
    }

    private func split(_ bytes: [UInt8], by size: () -> Int) -> [InputEvent] {
        var splitter = LineSplitter()
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
