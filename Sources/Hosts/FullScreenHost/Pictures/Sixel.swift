/// Pictures as sixels, a row of cells at a time, so that a chat can cut them at its edges.
enum Sixel {
    /// The pixels of a cell.
    struct CellSize: Hashable, Sendable {
        let width: Int
        let height: Int

        /// Nil for sizes that no cell has: terminals that do not know it say 0.
        init?(width: Int, height: Int) {
            guard (2...64).contains(width), (4...128).contains(height) else { return nil }
            (self.width, self.height) = (width, height)
        }
    }

    /// Returns the sequence that draws a row of a picture's cells at the cursor. Pixels that are seen through stay as they are.
    static func strip(_ row: Int, of picture: TerminalImage, cell: CellSize) -> String {
        let (width, height) = (picture.size.columns * cell.width, cell.height)
        let colors = colors(row, of: picture, width: width, height: height)
        let used = Set(colors).subtracting([none]).sorted()
        var text = "\u{1B}P0;1;0q\"1;1;\(width);\(height)"
        for color in used {
            let levels = [Int(color) / 36, Int(color) / 6 % 6, Int(color) % 6].map { $0 * 20 }
            text += "#\(color);2;\(levels[0]);\(levels[1]);\(levels[2])"
        }
        for top in stride(from: 0, to: height, by: bandHeight) {
            if top > 0 { text += "-" }
            text += band(colors[(top * width)..<(min(top + bandHeight, height) * width)], width: width)
        }
        return text + "\u{1B}\\"
    }

    private static let bandHeight = 6
    private static let levelCount = 6
    /// The colour of pixels that are not drawn.
    private static let none: UInt8 = 255
    /// The order in which the pixels of a square get the next lighter colour.
    private static let thresholds = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

    /// Returns the colour of each pixel of a strip: of a cube of 216 colours, which the terminal's registers hold, with the errors spread.
    private static func colors(_ row: Int, of picture: TerminalImage, width: Int, height: Int) -> [UInt8] {
        let image = picture.image
        let wholeHeight = picture.size.rows * height
        var colors = [UInt8](repeating: none, count: width * height)
        for y in 0..<height {
            let start = (row * height + y) * image.height / wholeHeight * image.width
            for x in 0..<width {
                let pixel = (start + x * image.width / width) * 4
                guard image.pixels[pixel + 3] >= 128 else { continue }
                let threshold = thresholds[y % 4 * 4 + x % 4] * 255 / 16
                var color = 0
                for part in 0..<3 {
                    let level = (Int(image.pixels[pixel + part]) * (levelCount - 1) + threshold) / 255
                    color = color * levelCount + min(level, levelCount - 1)
                }
                colors[y * width + x] = UInt8(color)
            }
        }
        return colors
    }

    /// Returns six rows of pixels, or fewer, one colour after the other.
    private static func band(_ colors: ArraySlice<UInt8>, width: Int) -> String {
        var columns: [UInt8: [UInt8]] = [:]
        for (index, color) in colors.enumerated() where color != none {
            columns[color, default: [UInt8](repeating: 0, count: width)][index % width] |= 1 << UInt8(index / width)
        }
        return columns.keys.sorted().map { "#\($0)" + runs(columns[$0] ?? []) }.joined(separator: "$")
    }

    /// Returns the columns of a colour, equal ones counted, without empty ones at the end.
    private static func runs(_ columns: [UInt8]) -> String {
        var (text, start) = ("", 0)
        let end = (columns.lastIndex { $0 != 0 } ?? -1) + 1
        while start < end {
            let count = columns[start..<end].prefix { $0 == columns[start] }.count
            let sixel = Character(Unicode.Scalar(columns[start] + 63))
            text += count > 3 ? "!\(count)\(sixel)" : String(repeating: sixel, count: count)
            start += count
        }
        return text
    }
}
