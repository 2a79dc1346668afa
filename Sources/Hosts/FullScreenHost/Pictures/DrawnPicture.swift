import HostKit

/// A picture as cells, read from what the decoder printed: blocks, or places of a picture that the terminal draws itself.
///
/// The decoder reads what strangers have sent, so what it prints may be hostile, too. Only colours, blanks and block elements are read,
/// which can neither act on the terminal nor look like a text.
struct DrawnPicture: Equatable, Sendable {
    /// The lines, each no wider than the picture's size.
    let lines: [[Span]]
    /// The picture that the terminal draws itself; nil for blocks.
    let image: PictureImage?

    /// Creates a picture that the terminal draws where cells with a number are.
    init(_ image: PictureImage, number: UInt8, size: PictureSize) {
        (self.image, lines) = (image, PicturePlaceholder.lines(of: number, size: size))
    }

    /// Creates a decoded picture that has no number yet.
    init(_ image: PictureImage) { (self.image, lines) = (image, []) }

    /// Reads lines of cells. Throws for anything else, and for more cells than the size has.
    init(_ output: [UInt8], size: PictureSize, colorCount: Int) throws(PictureFailure) {
        var reader = Reader(rest: output[...], size: size, colorCount: colorCount)
        (lines, image) = (try reader.lines(), nil)
        if lines.allSatisfy(\.isEmpty) { throw .strange }
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>
        let size: PictureSize
        let colorCount: Int
        private var style = CellStyle.plain

        init(rest: ArraySlice<UInt8>, size: PictureSize, colorCount: Int) {
            (self.rest, self.size, self.colorCount) = (rest, size, colorCount)
        }

        mutating func lines() throws(PictureFailure) -> [[Span]] {
            var lines: [[Span]] = []
            while !rest.isEmpty {
                lines.append(try line())
                guard lines.count <= size.rows else { throw .strange }
            }
            return lines
        }

        /// Reads to the end of a line.
        private mutating func line() throws(PictureFailure) -> [Span] {
            var (spans, glyphs, column) = ([Span](), [Glyph](), 0)
            while let byte = rest.popFirst(), byte != 0x0A {
                if byte == 0x1B {
                    if !glyphs.isEmpty { spans.append(Span(glyphs: glyphs, style: style)) }
                    glyphs = []
                    try readStyle()
                    continue
                }
                glyphs.append(try glyph(byte))
                column += 1
                guard column <= size.columns else { throw .strange }
            }
            if !glyphs.isEmpty { spans.append(Span(glyphs: glyphs, style: style)) }
            return spans
        }

        /// Reads a blank or one of the block elements U+2580 to U+259F.
        private mutating func glyph(_ first: UInt8) throws(PictureFailure) -> Glyph {
            if first == 0x20 { return .blank }
            guard first == 0xE2, rest.popFirst() == 0x96, let last = rest.popFirst(), 0x80...0x9F ~= last else {
                throw .strange
            }
            return DrawnPicture.blocks[Int(last) - 0x80]
        }

        /// Reads a change of colours behind its escape.
        private mutating func readStyle() throws(PictureFailure) {
            guard rest.popFirst() == UInt8(ascii: "[") else { throw .strange }
            var (numbers, digits) = ([Int](), 0)
            var number = 0
            while let byte = rest.popFirst() {
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"):
                    (number, digits) = (number * 10 + Int(byte - UInt8(ascii: "0")), digits + 1)
                    guard digits <= 3 else { throw .strange }
                case UInt8(ascii: ";"):
                    numbers.append(number)
                    (number, digits) = (0, 0)
                    guard numbers.count <= 16 else { throw .strange }
                case UInt8(ascii: "m"): return try apply((numbers + [number])[...])
                default: throw .strange
                }
            }
            throw .strange
        }

        private mutating func apply(_ numbers: ArraySlice<Int>) throws(PictureFailure) {
            var numbers = numbers
            while let number = numbers.popFirst() {
                switch number {
                case 0: style = .plain
                case 7: style.attributes.insert(.reversed)
                case 27: style.attributes.remove(.reversed)
                case 30...37: style.foreground = try color(number - 30)
                case 39: style.foreground = .standard
                case 40...47: style.background = try color(number - 40)
                case 49: style.background = .standard
                case 90...97: style.foreground = try color(number - 82)
                case 100...107: style.background = try color(number - 92)
                case 38, 48:
                    guard numbers.popFirst() == 5, let index = numbers.popFirst() else { throw .strange }
                    if number == 38 { style.foreground = try color(index) } else { style.background = try color(index) }
                default: throw .strange
                }
            }
        }

        private func color(_ index: Int) throws(PictureFailure) -> CellStyle.Color {
            guard let byte = UInt8(exactly: index), index < colorCount else { throw .strange }
            return .indexed(byte)
        }
    }

    /// The block elements. A block that the terminal shows over two columns is a blank.
    private static let blocks: [Glyph] = (0x2580...0x259F).map { value in
        let glyphs = Unicode.Scalar(UInt32(value)).map { [Glyph].of(String($0)) } ?? []
        return glyphs.first { $0.width == 1 } ?? .blank
    }
}
