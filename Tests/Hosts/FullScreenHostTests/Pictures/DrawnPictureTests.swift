import RuntimeKit
import SimulationKit
import Testing

@testable import FullScreenHost

/// Reading the decoder's output, which may be hostile.
@Suite struct DrawnPictureTests {
    private func picture(_ output: String, colorCount: Int = 256) throws -> DrawnPicture {
        try DrawnPicture(Array(output.utf8), size: PictureSize(columns: 3, rows: 2), colorCount: colorCount)
    }

    @Test func `colours and half blocks become cells`() throws {
        let picture = try picture("\u{1B}[0m\u{1B}[38;5;24;48;5;18m▄▄\u{1B}[7;49m▀\n\u{1B}[m\u{1B}[91;100m \u{1B}[0m\n")
        let colored = CellStyle(foreground: .indexed(24), background: .indexed(18))
        let reversed = CellStyle(foreground: .indexed(24), attributes: .reversed)
        #expect(
            picture.lines.map { $0.map(\.style) } == [
                [colored, reversed], [CellStyle(foreground: .indexed(9), background: .indexed(8))],
            ]
        )
        #expect(picture.lines.map { $0.map(\.width) } == [[2, 1], [1]])
    }

    @Test(arguments: [
        "", "\n", "\n\n\n", "a", "▄▄▄▄", "▄\n▄\n▄", "\t", "\r\n", "\u{7}", "é", "█\u{301}", "\u{2500}", "\u{25A0}",
        "\u{1B}", "\u{1B}[", "\u{1B}[0", "\u{1B}[2J▄", "\u{1B}[H", "\u{1B}[?25l▄", "\u{1B}]0;title\u{7}▄",
        "\u{1B}Pq▄\u{1B}\\",
        "\u{1B}_Ga=T;AAAA\u{1B}\\▄", "\u{1B}c▄", "\u{1B}[1m▄", "\u{1B}[5m▄", "\u{1B}[8m▄", "\u{1B}[38;2;1;2;3m▄",
        "\u{1B}[38;5m▄", "\u{1B}[38m▄", "\u{1B}[38;5;256m▄", "\u{1B}[38;5;99999999999999999999m▄", "\u{1B}[3b▄",
        "\u{1B}[\(String(repeating: "0;", count: 40))m▄", "\u{9B}31m▄", "\u{202E}▄", "Ada: hello",
    ])
    func `anything but colours and block elements, and more than the size has, is refused`(output: String) {
        #expect(throws: PictureFailure.strange) { try picture(output) }
    }

    @Test func `bytes that are no UTF-8 are refused`() {
        for bytes in [[0xE2], [0xE2, 0x96], [0xE2, 0x96, 0xA0], [0x96, 0x84], [0xFF], [0xE2, 0x95, 0x84], [0]]
            as [[UInt8]]
        {
            #expect(throws: PictureFailure.strange) {
                try DrawnPicture(bytes, size: .limit, colorCount: 256)
            }
        }
    }

    @Test func `colours that the terminal lacks are refused`() throws {
        _ = try picture("\u{1B}[31;47m▄", colorCount: 8)
        for output in ["\u{1B}[91m▄", "\u{1B}[38;5;8m▄"] {
            #expect(throws: PictureFailure.strange) { try picture(output, colorCount: 8) }
        }
    }

    @Test func `any bytes are refused, or become cells within the size`() {
        let random = RandomSource(SplitMix64(seed: 1))
        let parts: [[UInt8]] = ["\u{1B}[", "\u{1B}[38;5;7m", "▄", "▀", " ", "\n", "m", ";", "3", "\u{1B}", "x"].map {
            Array($0.utf8)
        }
        for _ in 0..<2000 {
            var bytes = (0..<random.integer(in: 0...12)).flatMap { _ in parts[random.integer(in: 0...parts.count - 1)] }
            if random.chance(0.2) { bytes.append(UInt8(random.integer(in: 0...255))) }
            let size = PictureSize(columns: 3, rows: 2)
            guard let picture = try? DrawnPicture(bytes, size: size, colorCount: 256) else { continue }
            #expect(picture.lines.count <= 2)
            #expect(picture.lines.allSatisfy { $0.reduce(0) { $0 + $1.width } <= 3 })
        }
    }
}
