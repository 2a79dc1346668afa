/// What a request sends, read part by part, and from its beginning again when a connection has to be made anew.
struct BodySource {
    private enum Content {
        case bytes([UInt8])
        case parts(PartPipe)
    }

    /// Just as many bytes are sent.
    let count: Int64
    private let content: Content
    private var position: Int64 = 0

    init(_ body: HTTPRequest.Body, _ pipe: PartPipe) {
        switch body {
        case .bytes(let bytes): (count, content) = (Int64(bytes.count), .bytes(bytes))
        case .parts(let count, _): (self.count, content) = (count, .parts(pipe))
        }
    }

    /// Fills some of the buffer; returns zero at the end, and nil where nothing is there yet.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let wanted = Int(min(Int64(buffer.count), count - position))
        guard wanted > 0 else { return 0 }
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
        let moved: Int
        switch content {
        case .bytes(let bytes):
            part.copyBytes(from: bytes[Int(position)..<Int(position) + wanted])
            moved = wanted
        case .parts(let pipe):
            guard let count = pipe.fill(part) else { return nil }
            moved = count
        }
        position += Int64(moved)
        return moved
    }

    /// False where what was read is gone.
    mutating func rewind() -> Bool {
        guard case .bytes = content else { return position == 0 }
        position = 0
        return true
    }
}
