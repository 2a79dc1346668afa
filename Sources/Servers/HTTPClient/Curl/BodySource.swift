/// What a request sends, read part by part, and from its beginning again when a connection has to be made anew.
struct BodySource {
    private enum Content {
        case bytes([UInt8])
        case file(OpenFile)
    }

    /// How many bytes there are when the request begins; just as many are sent.
    let count: Int64
    private let content: Content
    private var position: Int64 = 0
    private var report: ProgressReport?

    init(_ body: HTTPRequest.Body, report: ProgressReport) throws(HTTPFailure.Reason) {
        switch body {
        case .bytes(let bytes):
            (count, content) = (Int64(bytes.count), .bytes(bytes))
        case .file(let path):
            let file = try OpenFile.toRead(path)
            (count, content, self.report) = (try file.count(), .file(file), report)
        }
    }

    /// Fills some of the buffer; returns zero at the end.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(HTTPFailure.Reason) -> Int {
        let wanted = min(buffer.count, Int(count - position))
        guard wanted > 0 else { return 0 }
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
        let moved: Int
        switch content {
        case .bytes(let bytes):
            part.copyBytes(from: bytes[Int(position)..<Int(position) + wanted])
            moved = wanted
        case .file(let file):
            moved = try file.read(into: part, at: position)
        }
        position += Int64(moved)
        report?.advance(to: HTTPProgress(done: position, total: count), isEnd: position == count)
        return moved
    }

    mutating func rewind() { position = 0 }
}
