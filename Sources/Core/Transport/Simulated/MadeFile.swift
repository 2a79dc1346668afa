import ChatTypes

/// A file of a contact's whose bytes follow from its id: they need not be kept.
struct MadeFile {
    private enum Content {
        case noise(seed: UInt64, byteCount: Int64)
        case drawing([UInt8])
    }

    let id: FileID
    private let content: Content

    /// A small picture, another one for each message.
    init(drawnFor message: MessageID) {
        self.init(drawing: Portrait.hash(message.rawValue))
    }

    /// So many bytes without a meaning, others for each message.
    init(for message: MessageID, byteCount: Int64) {
        self.init(seed: Portrait.hash(message.rawValue), byteCount: max(0, byteCount))
    }

    /// Nil for the id of a file that was uploaded, or of none.
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
        (id, content) = (FileID("drawn-\(seed)"), .drawing(Portrait.image(drawnFrom: seed)))
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

    /// What a message says of it, where that is not otherwise given.
    func attachment(named name: String, type: String? = nil, byteCount: Int64? = nil) -> AttachedFile {
        let known = if case .drawing = content { "image/png" } else { MediaType.ofFile(named: name) }
        return AttachedFile(id: id, name: name, type: type ?? known, byteCount: byteCount ?? self.byteCount)
    }

    /// At most `count` bytes from `offset` on; fewer only at the end.
    func bytes(at offset: Int64, count: Int) -> [UInt8] {
        let start = min(max(0, offset), byteCount)
        let end = start + min(byteCount - start, Int64(max(0, count)))
        return switch content {
        case .drawing(let bytes): Array(bytes[Int(start)..<Int(end)])
        case .noise(let seed, _): (start..<end).map { Self.byte($0, of: seed) }
        }
    }

    /// The last steps of SplitMix64: each byte by itself, so that one can begin anywhere.
    private static func byte(_ index: Int64, of seed: UInt64) -> UInt8 {
        var number = seed &+ UInt64(bitPattern: index) &* 0x9E37_79B9_7F4A_7C15
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        return UInt8(truncatingIfNeeded: number >> 56)
    }
}
