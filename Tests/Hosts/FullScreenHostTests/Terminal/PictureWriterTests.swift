import Foundation
import Testing

@testable import FullScreenHost

/// The bytes of pictures that the terminal draws itself.
@Suite struct PictureWriterTests {
    private let size = PictureSize(columns: 4, rows: 2)

    private func image(_ number: UInt8, serial: Int) throws -> TerminalImage {
        let pixels = [UInt8](repeating: UInt8(truncatingIfNeeded: serial), count: 32 * 32 * 3)
        let opaque = stride(from: 0, to: pixels.count, by: 3).flatMap { pixels[$0..<($0 + 3)] + [255] }
        let image = try #require(PictureImage(width: 32, height: 32, pixels: opaque))
        return TerminalImage(number: number, serial: serial, size: size, image: image)
    }

    /// A frame with a picture from a row on, which may be above the screen.
    private func frame(_ images: [(image: TerminalImage, row: Int)], rows: Int = 10) -> Frame {
        var grid = CellGrid(rows: rows, columns: 20)
        for (image, top) in images {
            for (offset, spans) in PicturePlaceholder.lines(of: image.number, size: image.size).enumerated()
            where (0..<rows).contains(top + offset) {
                grid.draw(StyledLine(indent: 3, spans: spans), row: top + offset, within: grid.area)
            }
        }
        return Frame(grid: grid, pictures: images.map(\.image))
    }

    private func writer(_ graphics: TerminalGraphics?, isInTmux: Bool = false) throws -> CellWriter {
        var capabilities = try #require(TerminalCapabilities(terminal: "xterm-256color", descriptor: 1))
        capabilities.isInTmux = isInTmux
        var writer = CellWriter(capabilities)
        writer.pictures.graphics = graphics
        return writer
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `kitty gets a picture once, however it moves, and forgets it at the end`() throws {
        var writer = try writer(.kitty)
        let one = try image(16, serial: 1)
        let id = PicturePlaceholder.id(of: 16)
        let first = text(writer.update(to: frame([(one, 2)])))
        #expect(first.contains("\u{1B}_Ga=T,U=1,q=2,f=24,s=32,v=32,i=\(id),c=4,r=2,m="))
        #expect(first.count { $0.unicodeScalars.first == PicturePlaceholder.scalar } == 8)
        for row in [5, -1, 9, 2] { #expect(!text(writer.update(to: frame([(one, row)]))).contains("\u{1B}_G")) }
        writer.invalidate()
        #expect(!text(writer.update(to: frame([(one, 2)]))).contains("\u{1B}_G"), "the terminal still has it")
        #expect(text(writer.update(to: frame([(try image(16, serial: 2), 2)]))).contains("\u{1B}_Ga=T"))
        #expect(writer.pictures.deletions() == "\u{1B}_Ga=d,d=I,q=2,i=\(id)\u{1B}\\")
        #expect(writer.pictures.deletions().isEmpty)
        writer.invalidate()
        #expect(text(writer.update(to: frame([(one, 2)]))).contains("\u{1B}_Ga=T"), "it was deleted")
        writer.pictures.forget()
        #expect(text(writer.update(to: frame([(one, 2)]))).contains("\u{1B}_Ga=T"))
        writer.pictures.forget()
        #expect(writer.pictures.deletions().contains("i=\(id)"), "the terminal may have it still")
    }

    @Test func `a sequence has 4096 bytes of data at most, and tmux passes each through`() throws {
        var writer = try writer(.kitty, isInTmux: true)
        let bytes = text(writer.update(to: frame([(try image(16, serial: 1), 2)])))
        let parts = bytes.split(separator: "\u{1B}Ptmux;\u{1B}\u{1B}_G").dropFirst()
        #expect(parts.count == 1)
        #expect(
            parts.allSatisfy { $0.contains("\u{1B}\u{1B}\\\u{1B}\\") && $0.prefix { $0 != "\u{1B}" }.utf8.count < 4200 }
        )
        #expect(!bytes.replacing("\u{1B}\u{1B}_G", with: "").contains("\u{1B}_G"))
    }

    @Test func `sixels are drawn a row at a time over blanks, again if a cell changes, and cut at the edge`() throws {
        let cell = try #require(Sixel.CellSize(width: 8, height: 16))
        var writer = try writer(.sixel(cell))
        let one = try image(16, serial: 1)
        func strips(_ bytes: [UInt8]) -> Int { text(bytes).components(separatedBy: "\u{1B}P0;1;0q").count - 1 }
        let first = writer.update(to: frame([(one, 2)]))
        #expect(strips(first) == 2)
        #expect(!text(first).unicodeScalars.contains(PicturePlaceholder.scalar))
        #expect(writer.update(to: frame([(one, 2)])).isEmpty)
        #expect(strips(writer.update(to: frame([(one, -1)]))) == 1, "its first row is above the screen")
        var other = frame([(one, -1)])
        other.grid.draw([Glyph].of("x"), row: 5, column: 0)
        #expect(strips(writer.update(to: other)) == 0)
        writer.invalidate()
        #expect(strips(writer.update(to: other)) == 1)
        other.grid.draw([Glyph].of("y"), row: 0, column: 4)
        #expect(strips(writer.update(to: other)) == 0, "a text covers a part of it")
        writer.invalidate()
        #expect(strips(writer.update(to: other)) == 0)
    }

    @Test func `a terminal that has not answered gets no sequence of pictures`() throws {
        var writer = try writer(nil)
        #expect(!text(writer.update(to: frame([]))).contains("\u{1B}_"))
        #expect(writer.pictures.deletions().isEmpty)
    }

    @Test func `text of a message never shows a part of a picture`() {
        let text = String(String.UnicodeScalarView([PicturePlaceholder.scalar, "\u{305}", "\u{305}", "\u{30D}"]))
        #expect([Glyph].of(text).allSatisfy { !$0.isPlaceholder })
        #expect(Glyph.glyphs(of: text, measuredBy: { _ in 1 }).allSatisfy { !$0.isPlaceholder })
    }

    @Test func `the colours of texts name no picture`() {
        #expect(!PicturePlaceholder.numbers.contains(15))
        #expect(PicturePlaceholder.highByte > 0)
        #expect(Set(PicturePlaceholder.marks).count == PictureSize.limit.columns)
    }

    /// A scroll through 100 pictures, of which the shelf keeps the last ones.
    @Test func `a scroll through a hundred pictures gives kitty each once, and little for each line`() throws {
        var (writer, shelf) = (try writer(.kitty), PictureShelf(obstacle: nil, colorCount: 256))
        shelf.hasGraphics = true
        var (sent, moved) = (0, [Int]())
        for top in 0..<300 {
            let visible = (0..<100).filter { (top - 2..<top + 10).contains($0 * 3) }
            let requests = visible.map { PictureRequest(path: "/\($0)", size: size, form: .pixels) }
            for request in shelf.see(requests) ?? [] {
                let image = try image(16, serial: 7).image
                #expect(shelf.receive(.success(DrawnPicture(image)), for: request) == nil)
            }
            let images = zip(visible, shelf.imagesInSight).map { (image: $1, row: $0 * 3 - top) }
            let bytes = writer.update(to: frame(images))
            let count = text(bytes).components(separatedBy: "\u{1B}_Ga=T").count - 1
            sent += count
            if count == 0 { moved.append(bytes.count) }
        }
        #expect(sent == 100)
        #expect(shelf.imagesInSight.count <= 4)
        #expect((moved.max() ?? .max) < 700, "at most eight rows of four cells change")
        let numbers = writer.pictures.deletions().components(separatedBy: "a=d").count - 1
        #expect(numbers <= PictureShelf.limit + 1, "numbers are used again")
    }
}
