import ChatTypes

/// Draws a small face of squares from a name: a PNG image of 24 by 24 pixels in two colours.
enum Portrait {
    /// The same name always gives the same picture; about one name in four has none.
    static func picture(of name: String) -> Picture? {
        let hash = hash(name)
        guard hash >> 60 > 3 else { return nil }
        return Picture(mediaType: "image/png", bytes: image(drawnFrom: hash))
    }

    static func image(drawnFrom hash: UInt64) -> [UInt8] {
        var pixels: [UInt8] = []
        for row in 0..<6 {
            let left = (0..<3).map { UInt8(truncatingIfNeeded: hash >> (row * 3 + $0)) & 1 }
            // Six squares of four pixels, the right half mirroring the left; a bit is a pixel.
            let squares = (left + left.reversed()).map { $0 * 0b1111 }
            let line = [squares[0] << 4 | squares[1], squares[2] << 4 | squares[3], squares[4] << 4 | squares[5]]
            for _ in 0..<4 { pixels += [0] + line }
        }
        let ink = (0..<3).map { UInt8(truncatingIfNeeded: hash >> (24 + $0 * 8)) / 2 }
        let header: [UInt8] = [0, 0, 0, 24, 0, 0, 0, 24, 1, 3, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
            + chunk("PLTE", [240, 240, 240] + ink) + chunk("IDAT", stored(pixels)) + chunk("IEND", [])
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        bigEndian(UInt32(content.count)) + type.utf8 + content + bigEndian(checksum(Array(type.utf8) + content))
    }

    /// A zlib stream (RFC 1950) of one stored block: nothing is compressed.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt16(bytes.count)
        let length = [count, ~count].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        var sums: (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            sums.0 = (sums.0 + UInt32(byte)) % 65_521
            sums.1 = (sums.1 + sums.0) % 65_521
        }
        return [0x78, 0x01, 0x01] + length + bytes + bigEndian(sums.1 << 16 | sums.0)
    }

    /// CRC-32 as PNG wants it.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - $0 * 8)) }
    }

    /// FNV-1a with a last stir; Swift's own hash differs from run to run.
    static func hash(_ text: String) -> UInt64 {
        let sum = text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return (sum ^ sum >> 29) &* 0xBF58_476D_1CE4_E5B9
    }
}
