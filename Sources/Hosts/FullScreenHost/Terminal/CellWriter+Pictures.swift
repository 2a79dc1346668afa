/// The pictures that a terminal draws itself, as far as it has them.
struct PictureWriter: Sendable {
    /// How the terminal draws; nil if it does not.
    var graphics: TerminalGraphics?
    private let isInTmux: Bool
    /// The serials of the pictures that the terminal has, by their numbers.
    private var sent: [UInt8: Int] = [:]
    /// The strips of the pictures on the grid.
    private var strips: [Strip: String] = [:]

    private struct Strip: Hashable {
        let serial: Int
        let row: Int
        let cell: Sixel.CellSize
    }

    init(isInTmux: Bool) { self.isInTmux = isInTmux }

    /// Whether the cells of pictures are places that the terminal does not know: it draws strips there.
    var drawsStrips: Bool { if case .sixel = graphics { true } else { false } }

    /// Returns the pictures that the terminal does not have yet.
    mutating func sending(_ pictures: [TerminalImage]) -> String {
        guard graphics == .kitty else { return "" }
        var text = ""
        for picture in pictures where sent.updateValue(picture.serial, forKey: picture.number) != picture.serial {
            text += KittyGraphics.sending(picture, isInTmux: isInTmux)
        }
        return text
    }

    /// Takes all pictures to be lost, as on another terminal. At the end they are deleted all the same.
    mutating func forget() { sent = sent.mapValues { _ in Self.lost } }

    /// No picture's serial.
    private static let lost = 0

    /// Returns what makes the terminal forget all pictures.
    mutating func deletions() -> String {
        defer { sent = [:] }
        return sent.keys.sorted().map { KittyGraphics.deletion(of: $0, isInTmux: isInTmux) }.joined()
    }

    /// Returns the strip of a picture's row; empty without such a picture.
    mutating func strip(_ row: Int, of number: UInt8, in pictures: [TerminalImage]) -> String {
        guard case .sixel(let cell) = graphics, let picture = pictures.first(where: { $0.number == number }),
            row < picture.size.rows
        else { return "" }
        let strip = Strip(serial: picture.serial, row: row, cell: cell)
        if let known = strips[strip] { return known }
        let text = Sixel.strip(row, of: picture, cell: cell)
        strips[strip] = text
        return text
    }

    /// Drops the strips of pictures that are not on the grid.
    mutating func keep(_ pictures: [TerminalImage]) {
        if strips.isEmpty { return }
        let serials = Set(pictures.map(\.serial))
        strips = strips.filter { serials.contains($0.key.serial) }
    }
}

extension CellGrid {
    /// Returns the first cells of the pictures' rows of which a cell is written. A row that is covered in part has none.
    func stripStarts(
        in runs: [CellRun],
        of pictures: [TerminalImage]
    ) -> [(place: Frame.Position, number: UInt8, row: Int)] {
        let widths = Dictionary(pictures.map { ($0.number, $0.size.columns) }) { first, _ in first }
        var starts: [(place: Frame.Position, number: UInt8, row: Int)] = []
        for run in runs {
            for (offset, cell) in run.cells.enumerated() {
                guard let part = PicturePlaceholder.part(of: cell), let width = widths[part.number] else { continue }
                let place = Frame.Position(row: run.row, column: run.column + offset - part.column)
                guard place.column >= 0, place.column + width <= columnCount, starts.last?.place != place,
                    (0..<width).allSatisfy({ column in
                        PicturePlaceholder.part(of: self[run.row, place.column + column]).map {
                            $0 == (part.number, part.row, column)
                        } ?? false
                    })
                else { continue }
                starts.append((place, part.number, part.row))
            }
        }
        return starts
    }

    /// Whether a cell shows a part of a picture.
    var hasPictures: Bool {
        (0..<rowCount).contains { self[$0].contains { PicturePlaceholder.part(of: $0) != nil } }
    }
}
