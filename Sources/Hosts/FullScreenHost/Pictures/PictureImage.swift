import Foundation

/// A decoded picture: its pixels.
struct PictureImage: Equatable, Sendable {
    let width: Int
    let height: Int
    /// Red, green, blue and alpha of each pixel, row by row from the top.
    let pixels: [UInt8]

    /// Larger pictures are more than what was asked for.
    private static let sideLimit = 1024

    /// Creates a picture; nil unless there are as many bytes as the size needs.
    init?(width: Int, height: Int, pixels: [UInt8]) {
        guard (1...Self.sideLimit).contains(width), (1...Self.sideLimit).contains(height),
            pixels.count == width * height * 4
        else { return nil }
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }

    /// Reads the pixels that the decoder printed as sequences of kitty's graphics.
    ///
    /// The decoder reads what strangers have sent, so its output may be hostile. Only numbers and pixels are read of it. Throws for
    /// anything else, and if there are more or fewer pixels than it says.
    init(_ output: [UInt8]) throws(PictureFailure) {
        var (rest, values, pixels) = (output[...], [String: String](), [UInt8]())
        while true {
            rest = rest.drop { $0 == 0x0A }
            if rest.isEmpty { break }
            guard rest.starts(with: Self.opening), let end = rest.dropFirst().firstIndex(of: 0x1B),
                rest[end...].starts(with: [0x1B, UInt8(ascii: "\\")])
            else { throw .strange }
            let parts = rest[..<end].dropFirst(Self.opening.count).split(
                separator: UInt8(ascii: ";"),
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            for pair in parts[0].split(separator: UInt8(ascii: ",")) {
                let words = String(decoding: pair, as: UTF8.self).split(separator: "=").map(String.init)
                guard words.count == 2 else { throw .strange }
                values[words[0]] = words[1]
            }
            if parts.count > 1 {
                guard let bytes = Data(base64Encoded: Data(parts[1])) else { throw .strange }
                pixels += bytes
            }
            rest = rest[(end + 2)...]
        }
        // Compressed pixels, and those in a file, are refused.
        guard values["f"] == "32", values["o"] == nil, values["t"] ?? "d" == "d",
            let width = values["s"].flatMap({ Int($0) }),
            let height = values["v"].flatMap({ Int($0) }),
            let image = Self(width: width, height: height, pixels: pixels)
        else { throw .strange }
        self = image
    }

    private static let opening = Array("\u{1B}_G".utf8)

    /// Whether nothing behind the picture is seen through it. The decoder's rounding makes some pixels a little less than opaque.
    var isOpaque: Bool { stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] >= 240 } }

    /// Returns the picture with at most so many pixels, by leaving out some of a larger one: the decoder takes cells to be of any size.
    func within(width most: Int, height mostRows: Int) -> PictureImage {
        guard width > most || height > mostRows else { return self }
        let (columns, rows) = (min(width, most), min(height, mostRows))
        var kept: [UInt8] = []
        kept.reserveCapacity(columns * rows * 4)
        for row in 0..<rows {
            for column in 0..<columns {
                let start = (row * height / rows * width + column * width / columns) * 4
                kept += pixels[start..<(start + 4)]
            }
        }
        return PictureImage(width: columns, height: rows, pixels: kept) ?? self
    }
}

/// A picture that the terminal draws where cells with its number are.
struct TerminalImage: Equatable, Sendable {
    /// The number in `PicturePlaceholder.numbers`. It is used again for another picture once this one is forgotten.
    let number: UInt8
    /// Differs between all pictures of a run.
    let serial: Int
    let size: PictureSize
    let image: PictureImage
}
