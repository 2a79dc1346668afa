/// The kind and the size of a picture, read from its first bytes: neither its name nor its stated type counts.
package struct RasterPicture: Sendable, Hashable {
    package let mediaType: String
    package let width: Int
    package let height: Int

    /// The most pixels of a picture that is shown: a small file can describe a picture that fills all memory.
    package static let pixelLimit = 50_000_000
    /// The bytes at the start of a file that are needed.
    package static let headBytes = 1 << 17

    /// Returns nil for anything but a PNG, JPEG, GIF or WebP picture within the limit.
    package init?(head: [UInt8]) {
        guard let (type, width, height) = Self.png(head) ?? Self.gif(head) ?? Self.webP(head) ?? Self.jpeg(head),
            width > 0, height > 0, width.multipliedReportingOverflow(by: height).partialValue <= Self.pixelLimit,
            width <= 65_535, height <= 65_535
        else { return nil }
        (mediaType, self.width, self.height) = (type, width, height)
    }

    /// The width and height, to be stated with the picture.
    package var pixels: PixelSize? { PixelSize(width: Int64(width), height: Int64(height)) }

    private typealias Facts = (type: String, width: Int, height: Int)

    private static func png(_ head: [UInt8]) -> Facts? {
        guard head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), head.count >= 24,
            head[12..<16].elementsEqual("IHDR".utf8)
        else { return nil }
        return ("image/png", big(head[16..<20]), big(head[20..<24]))
    }

    private static func gif(_ head: [UInt8]) -> Facts? {
        guard head.starts(with: "GIF87a".utf8) || head.starts(with: "GIF89a".utf8), head.count >= 10 else { return nil }
        return ("image/gif", little(head[6..<8]), little(head[8..<10]))
    }

    private static func webP(_ head: [UInt8]) -> Facts? {
        guard head.count >= 30, head.starts(with: "RIFF".utf8), head[8..<12].elementsEqual("WEBP".utf8) else {
            return nil
        }
        switch String(decoding: head[12..<16], as: UTF8.self) {
        case "VP8 ": return ("image/webp", little(head[26..<28]) & 0x3FFF, little(head[28..<30]) & 0x3FFF)
        case "VP8L":
            let bits = little(head[21..<25])
            return ("image/webp", (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        case "VP8X": return ("image/webp", little(head[24..<27]) + 1, little(head[27..<30]) + 1)
        default: return nil
        }
    }

    /// Walks over the segments to the one with the size.
    private static func jpeg(_ head: [UInt8]) -> Facts? {
        guard head.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var place = 2
        while place + 9 < head.count, head[place] == 0xFF {
            let marker = head[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            let isFrame = 0xC0...0xCF ~= marker && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame {
                return ("image/jpeg", big(head[place + 7..<place + 9]), big(head[place + 5..<place + 7]))
            }
            place += 2 + max(2, big(head[place + 2..<place + 4]))
        }
        return nil
    }

    private static func big(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    private static func little(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
}
