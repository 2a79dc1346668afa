import Testing

@testable import FullScreenHost

@Suite struct SixelTests {
    private func picture(_ pixels: [UInt8], width: Int, height: Int, _ size: PictureSize) throws -> TerminalImage {
        let image = try #require(PictureImage(width: width, height: height, pixels: pixels))
        return TerminalImage(number: 16, serial: 1, size: size, image: image)
    }

    @Test func `a row of one colour is one run for each six pixels`() throws {
        let red = try picture([255, 0, 0, 255], width: 1, height: 1, PictureSize(columns: 2, rows: 1))
        let cell = try #require(Sixel.CellSize(width: 8, height: 16))
        // 63 + 63 is "~"; of the third band, four pixels remain.
        #expect(
            Sixel.strip(0, of: red, cell: cell)
                == "\u{1B}P0;1;0q\"1;1;16;16#180;2;100;0;0#180!16~-#180!16~-#180!16N\u{1B}\\"
        )
    }

    @Test func `each row of cells has its part, and pixels that are seen through are left out`() throws {
        let pixels: [UInt8] = [0, 0, 255, 255, 0, 0, 0, 0] + [0, 0, 0, 0, 255, 255, 255, 255]
        let halves = try picture(pixels, width: 2, height: 2, PictureSize(columns: 2, rows: 2))
        let cell = try #require(Sixel.CellSize(width: 4, height: 6))
        #expect(Sixel.strip(0, of: halves, cell: cell) == "\u{1B}P0;1;0q\"1;1;8;6#5;2;0;0;100#5!4~\u{1B}\\")
        #expect(
            Sixel.strip(1, of: halves, cell: cell) == "\u{1B}P0;1;0q\"1;1;8;6#215;2;100;100;100#215!4?!4~\u{1B}\\"
        )
    }

    @Test func `a strip has nothing that acts on the terminal within it`() throws {
        let pixels = (0..<(64 * 64 * 4)).map { UInt8(truncatingIfNeeded: $0 &* 37) | ($0 % 4 == 3 ? 128 : 0) }
        let noise = try picture(pixels, width: 64, height: 64, PictureSize(columns: 8, rows: 4))
        let cell = try #require(Sixel.CellSize(width: 9, height: 19))
        for row in 0..<4 {
            let strip = Sixel.strip(row, of: noise, cell: cell)
            #expect(strip.hasPrefix("\u{1B}P") && strip.hasSuffix("\u{1B}\\"))
            #expect(strip.utf8.dropFirst(2).dropLast(2).allSatisfy { 0x20...0x7E ~= $0 })
            #expect(strip.utf8.count < 80_000)
        }
    }
}
