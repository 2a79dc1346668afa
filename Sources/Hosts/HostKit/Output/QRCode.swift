/// A QR code of a short text, for a camera: versions 1 to 6 with the lowest error correction and the first mask (ISO 18004).
///
/// Larger ones would not fit on a terminal of 24 rows.
package struct QRCode {
    /// The modules, row by row; true is dark.
    package private(set) var rows: [[Bool]]
    /// Whether a module belongs to a pattern with a fixed place.
    private var isFixed: [[Bool]]

    /// The sizes of versions 1 to 6: bytes of data, bytes of error correction for each block, and blocks.
    private static let sizes = [(19, 7, 1), (34, 10, 1), (55, 15, 1), (80, 20, 1), (108, 26, 1), (136, 18, 2)]

    /// Nil for a text that is too long.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        // The mode and the length take 12 bits, the end 4.
        guard let version = Self.sizes.firstIndex(where: { $0.0 >= bytes.count + 2 }) else { return nil }
        let count = 21 + 4 * version
        rows = Array(repeating: Array(repeating: false, count: count), count: count)
        isFixed = rows
        drawPatterns(version, count)
        place(Self.codewords(bytes, Self.sizes[version]))
    }

    /// Returns lines of half blocks, two rows of modules in each, with a light margin of two modules.
    package func lines() -> [String] {
        let (margin, count) = (2, rows.count)
        func isDark(_ row: Int, _ column: Int) -> Bool {
            rows.indices.contains(row) && rows.indices.contains(column) && rows[row][column]
        }
        return stride(from: -margin, to: count + margin, by: 2).map { row in
            String(
                (-margin..<count + margin).map { column -> Character in
                    switch (isDark(row, column), isDark(row + 1, column)) {
                    case (false, false): "█"
                    case (false, true): "▀"
                    case (true, false): "▄"
                    case (true, true): " "
                    }
                }
            )
        }
    }

    // MARK: Bytes

    /// Returns the bytes of all blocks, interleaved, the error correction last.
    private static func codewords(_ bytes: [UInt8], _ size: (data: Int, correction: Int, blocks: Int)) -> [UInt8] {
        // The mode, bytes, takes four bits, so everything is shifted by half a byte.
        var data: [UInt8] = []
        var rest: UInt8 = 4
        for byte in [UInt8(bytes.count)] + bytes {
            data.append(rest << 4 | byte >> 4)
            rest = byte & 15
        }
        data.append(rest << 4)
        while data.count < size.data { data.append((data.count - bytes.count) % 2 == 0 ? 0xEC : 0x11) }
        let length = size.data / size.blocks
        let blocks = (0..<size.blocks).map { Array(data[$0 * length..<($0 + 1) * length]) }
        let corrections = blocks.map { correction(of: $0, count: size.correction) }
        func interleaved(_ blocks: [[UInt8]]) -> [UInt8] { blocks[0].indices.flatMap { i in blocks.map { $0[i] } } }
        return interleaved(blocks) + interleaved(corrections)
    }

    /// Returns the remainder by the generator polynomial of Reed and Solomon.
    private static func correction(of block: [UInt8], count: Int) -> [UInt8] {
        var (generator, root) = ([UInt8](repeating: 0, count: count - 1) + [1], UInt8(1))
        for _ in 0..<count {
            for i in 0..<count {
                generator[i] = product(generator[i], root) ^ (i + 1 < count ? generator[i + 1] : 0)
            }
            root = product(root, 2)
        }
        return block.reduce(into: [UInt8](repeating: 0, count: count)) { remainder, byte in
            let factor = byte ^ remainder.removeFirst()
            remainder.append(0)
            for i in 0..<count { remainder[i] ^= product(generator[i], factor) }
        }
    }

    /// Multiplies in the field of 256 elements.
    private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        (0..<8).reversed().reduce(0) { (sum: UInt8, bit) in
            let doubled = sum << 1 ^ (sum & 0x80 != 0 ? 0x1D : 0)
            return b >> bit & 1 == 1 ? doubled ^ a : doubled
        }
    }

    // MARK: Modules

    private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool) {
        guard rows.indices.contains(row), rows.indices.contains(column) else { return }
        (rows[row][column], isFixed[row][column]) = (isDark, true)
    }

    private mutating func drawPatterns(_ version: Int, _ count: Int) {
        for i in 0..<count {
            set(6, i, i % 2 == 0)
            set(i, 6, i % 2 == 0)
        }
        // The three finders with their light borders, and the alignment pattern, as squares around a centre.
        for (row, column) in [(3, 3), (3, count - 4), (count - 4, 3)] { drawSquares(row, column, radius: 4) }
        if version > 0 { drawSquares(count - 7, count - 7, radius: 2) }
        drawFormat(count)
    }

    private mutating func drawSquares(_ row: Int, _ column: Int, radius: Int) {
        for dy in -radius...radius {
            for dx in -radius...radius {
                let distance = max(abs(dx), abs(dy))
                set(row + dy, column + dx, radius == 4 ? ![2, 4].contains(distance) : distance != 1)
            }
        }
    }

    /// Draws the level of error correction and the mask, twice.
    private mutating func drawFormat(_ count: Int) {
        // Level L, mask 0, and their own error correction.
        let bits = 0b111_0111_1100_0100
        for i in 0..<15 {
            let isDark = bits >> i & 1 == 1
            set(i < 6 ? i : i < 8 ? i + 1 : count - 15 + i, 8, isDark)
            set(8, i < 8 ? count - 1 - i : i == 8 ? 7 : 14 - i, isDark)
        }
        set(count - 8, 8, true)
    }

    /// Places bits in pairs of columns from the right, upwards and downwards in turn, under the mask.
    private mutating func place(_ codewords: [UInt8]) {
        let count = rows.count
        var index = 0
        for (pair, right) in stride(from: count - 1, to: 0, by: -2).enumerated() {
            // The column of the timing pattern belongs to no pair.
            let right = right <= 6 ? right - 1 : right
            for step in 0..<count {
                let row = pair % 2 == 0 ? count - 1 - step : step
                for column in [right, right - 1] where !isFixed[row][column] {
                    let bit = index / 8 < codewords.count && codewords[index / 8] >> (7 - index % 8) & 1 == 1
                    rows[row][column] = bit != ((row + column) % 2 == 0)
                    index += 1
                }
            }
        }
    }
}
