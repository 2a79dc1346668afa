import CSystem

/// The cells of a picture that the terminal draws itself: the Unicode placeholders of kitty's graphics.
///
/// A cell names its picture by its colour, and its row and column within the picture by marks, so it may be moved, cut and covered like
/// text. For sixels, the writer draws the strip of a row where these cells are.
enum PicturePlaceholder {
    /// The character of every placeholder. Texts never contain it: see `Glyph`.
    static let scalar: Unicode.Scalar = "\u{10EEEE}"
    /// The numbers of pictures: the colours that no terminal writes in a short form.
    static let numbers: ClosedRange<UInt8> = 16...255
    /// The highest byte of all IDs, which differs between most programs on one terminal. It is never 0, so that the colours of texts name
    /// no picture.
    static let highByte = Int(getpid()) % (marks.count - 1) + 1

    /// The ID of a picture in the terminal.
    static func id(of number: UInt8) -> Int { highByte << 24 | Int(number) }

    /// Returns the cells of a picture.
    static func lines(of number: UInt8, size: PictureSize) -> [[Span]] {
        let style = CellStyle(foreground: .indexed(number))
        return (0..<min(size.rows, marks.count)).map { row in
            let glyphs = (0..<min(size.columns, marks.count)).map { column in
                Glyph(placeholder: scalar, marks: [marks[row], marks[column], marks[highByte]])
            }
            return [Span(glyphs: glyphs, style: style)]
        }
    }

    /// The row and the number of the picture that a cell shows; nil for any other cell.
    static func part(of cell: Cell) -> (number: UInt8, row: Int, column: Int)? {
        guard case .glyph(let glyph) = cell.content, glyph.isPlaceholder,
            case .indexed(let number) = cell.style.foreground
        else { return nil }
        let places = glyph.character.unicodeScalars.dropFirst().compactMap { marks.firstIndex(of: $0) }
        return places.count == 3 ? (number, places[0], places[1]) : nil
    }

    /// The marks of numbers from 0, from the list of kitty's protocol: as many as the columns of the largest picture.
    static let marks: [Unicode.Scalar] = [
        "\u{305}", "\u{30D}", "\u{30E}", "\u{310}", "\u{312}", "\u{33D}", "\u{33E}", "\u{33F}", "\u{346}", "\u{34A}",
        "\u{34B}", "\u{34C}", "\u{350}", "\u{351}", "\u{352}", "\u{357}", "\u{35B}", "\u{363}", "\u{364}", "\u{365}",
        "\u{366}", "\u{367}", "\u{368}", "\u{369}", "\u{36A}", "\u{36B}", "\u{36C}", "\u{36D}", "\u{36E}", "\u{36F}",
        "\u{483}", "\u{484}", "\u{485}", "\u{486}", "\u{487}", "\u{592}", "\u{593}", "\u{594}", "\u{595}", "\u{597}",
    ]
}
