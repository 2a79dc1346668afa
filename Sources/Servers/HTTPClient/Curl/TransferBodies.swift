/// Reads the body of a request in parts, again from the start when a connection has to be replaced.
struct BodySource {
    private enum Content {
        case bytes([UInt8])
        case parts(PartPipe)
    }

    /// The length in bytes.
    let count: Int64
    private let content: Content
    private var position: Int64 = 0

    init(_ body: HTTPRequest.Body, _ pipe: PartPipe) {
        switch body {
        case .bytes(let bytes): (count, content) = (Int64(bytes.count), .bytes(bytes))
        case .parts(let count, _): (self.count, content) = (count, .parts(pipe))
        }
    }

    /// Fills a part of the buffer; returns its length, zero at the end, or nil if nothing has been read yet.
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

    /// Returns to the start; returns false if that is impossible.
    mutating func rewind() -> Bool {
        guard case .bytes = content else { return position == 0 }
        position = 0
        return true
    }
}

/// Receives the body of a response in parts, up to its limit.
struct BodySink {
    /// The limit of a body with an error, which is short.
    private static let refusalLimit: Int64 = 64 << 10

    /// The body, if its destination is memory.
    private(set) var bytes: [UInt8] = []
    private let destination: HTTPRequest.Destination
    private let pipe: PartPipe
    private var bytesLeft: Int64
    private var isHandedOver = false
    /// The number of bytes to skip because an earlier transfer received them.
    private var unwanted: Int64 = 0
    private var isCutShort = false

    init(_ destination: HTTPRequest.Destination, _ pipe: PartPipe, limit: Int64) {
        (self.destination, self.pipe, bytesLeft) = (destination, pipe, limit)
    }

    /// Prepares for the body after a header.
    mutating func begin(_ headers: ResponseHeaders) throws(HTTPError.Reason) {
        guard case .parts(let offset, _) = destination else { return }
        guard headers.status == 200 || headers.status == 206 else {
            bytesLeft = min(bytesLeft, Self.refusalLimit)
            return
        }
        // Another range or a compressed one would corrupt the file.
        if headers.status == 206, headers.rangeStart != offset || headers.isEncoded { throw .unusableAnswer }
        (isHandedOver, isCutShort) = (true, headers.status == 206 && headers.isCutShort)
        if headers.status == 200 { unwanted = offset }
    }

    /// Receives a part; returns false if it has to be repeated later because the previous one is still waiting.
    mutating func receive(_ part: UnsafeRawBufferPointer) throws(HTTPError.Reason) -> Bool {
        guard part.count <= bytesLeft else { throw .tooLarge }
        if isHandedOver {
            let skipped = Int(min(unwanted, Int64(part.count)))
            guard pipe.write(UnsafeRawBufferPointer(rebasing: part[skipped...])) else { return false }
            unwanted -= Int64(skipped)
        } else {
            bytes.append(contentsOf: part)
        }
        bytesLeft -= Int64(part.count)
        return true
    }

    /// False if the server said that the file continues.
    var isWhole: Bool { !isCutShort }
}
