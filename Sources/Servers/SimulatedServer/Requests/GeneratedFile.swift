import ChatTypes

/// A contact's file whose bytes are computed from its ID, so that they need not be stored.
struct GeneratedFile {
    private enum Content {
        case noise(seed: UInt64, byteCount: Int64)
        case drawing([UInt8])
    }

    let id: FileID
    private let content: Content

    /// Creates a small picture, a different one for each message.
    init(drawnFor message: MessageID) {
        self.init(drawing: GeneratedPicture.hash(message.rawValue))
    }

    /// Creates that many random bytes, different ones for each message.
    init(for message: MessageID, byteCount: Int64) {
        self.init(seed: GeneratedPicture.hash(message.rawValue), byteCount: max(0, byteCount))
    }

    /// Finds the file of an ID; nil for an uploaded or unknown file.
    init?(_ id: FileID) {
        let parts = id.rawValue.split(separator: "-", omittingEmptySubsequences: false)
        guard let kind = parts.first, let seed = parts.last.flatMap({ UInt64($0) }) else { return nil }
        switch (kind, parts.count) {
        case ("drawn", 2): self.init(drawing: seed)
        case ("made", 3):
            guard let byteCount = Int64(parts[1]), byteCount >= 0 else { return nil }
            self.init(seed: seed, byteCount: byteCount)
        default: return nil
        }
    }

    private init(drawing seed: UInt64) {
        (id, content) = (FileID("drawn-\(seed)"), .drawing(GeneratedPicture.image(drawnFrom: seed)))
    }

    private init(seed: UInt64, byteCount: Int64) {
        (id, content) = (FileID("made-\(byteCount)-\(seed)"), .noise(seed: seed, byteCount: byteCount))
    }

    var byteCount: Int64 {
        switch content {
        case .noise(_, let byteCount): byteCount
        case .drawing(let bytes): Int64(bytes.count)
        }
    }

    /// Returns the attachment of a message, with this description where no other is given.
    func attachment(named name: String, type: String? = nil, byteCount: Int64? = nil) -> AttachedFile {
        let known = if case .drawing = content { "image/png" } else { MediaType.ofFile(named: name) }
        return AttachedFile(id: id, name: name, type: type ?? known, byteCount: byteCount ?? self.byteCount)
    }

    /// Returns at most `count` bytes from `offset` on; fewer only at the end.
    func bytes(at offset: Int64, count: Int) -> [UInt8] {
        let start = min(max(0, offset), byteCount)
        let end = start + min(byteCount - start, Int64(max(0, count)))
        return switch content {
        case .drawing(let bytes): Array(bytes[Int(start)..<Int(end)])
        case .noise(let seed, _): (start..<end).map { Self.byte($0, of: seed) }
        }
    }

    /// Mixes with the last steps of SplitMix64, byte by byte, so that reading can begin anywhere.
    private static func byte(_ index: Int64, of seed: UInt64) -> UInt8 {
        var number = seed &+ UInt64(bitPattern: index) &* 0x9E37_79B9_7F4A_7C15
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        return UInt8(truncatingIfNeeded: number >> 56)
    }
}

/// Draws a small face of squares for a name: a PNG image of 24 by 24 pixels in two colours.
enum GeneratedPicture {
    /// Returns the same picture for the same name. About one name in four has none.
    static func picture(of name: String) -> Picture? {
        let hash = hash(name)
        guard hash >> 60 > 3 else { return nil }
        return Picture(mediaType: "image/png", bytes: image(drawnFrom: hash))
    }

    static func image(drawnFrom hash: UInt64) -> [UInt8] {
        var pixels: [UInt8] = []
        for row in 0..<6 {
            let left = (0..<3).map { UInt8(truncatingIfNeeded: hash >> (row * 3 + $0)) & 1 }
            // Draws six squares of four pixels; the right half mirrors the left; a bit is a pixel.
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

    /// Returns a zlib stream (RFC 1950) with one stored, uncompressed block.
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

    /// Returns the CRC-32 that PNG requires.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - $0 * 8)) }
    }

    /// Returns an FNV-1a hash with a final mix. Swift's own hash differs from run to run.
    static func hash(_ text: String) -> UInt64 {
        let sum = text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return (sum ^ sum >> 29) &* 0xBF58_476D_1CE4_E5B9
    }
}
