/// Where the body of an answer goes, part by part, up to its limit.
struct BodySink {
    /// A refusal instead of the file that was asked for is read by people, or by a parser of small things.
    private static let refusalLimit: Int64 = 64 << 10

    /// What came to memory.
    private(set) var bytes: [UInt8] = []
    private let destination: HTTPRequest.Destination
    private var bytesLeft: Int64
    private var report: ProgressReport
    private var file: OpenFile?
    /// Of the next byte in the file.
    private var position: Int64 = 0
    private var total: Int64?

    init(_ destination: HTTPRequest.Destination, limit: Int64, report: ProgressReport) {
        (self.destination, bytesLeft, self.report) = (destination, limit, report)
    }

    /// Makes ready for the body that follows these headers.
    mutating func begin(_ headers: AnswerHeaders) throws(HTTPFailure.Reason) {
        guard case .file(let path, let offset) = destination else { return }
        guard headers.status == 200 || headers.status == 206 else {
            bytesLeft = min(bytesLeft, Self.refusalLimit)
            return
        }
        // A part of another place would make a file of wrong bytes, as would a compressed part.
        if headers.status == 206, headers.rangeStart != offset || headers.isEncoded { throw .unusableAnswer }
        let file = try OpenFile.toWrite(path)
        position = headers.status == 206 ? offset : 0
        guard try file.count() >= position else { throw .fileFailed("\(path): Has fewer than \(position) bytes") }
        try file.cut(to: position)
        total =
            headers.isEncoded
            ? nil
            : headers.contentLength.flatMap {
                let (sum, overflows) = $0.addingReportingOverflow(position)
                return overflows ? nil : sum
            }
        self.file = file
    }

    mutating func take(_ part: UnsafeRawBufferPointer) throws(HTTPFailure.Reason) {
        guard part.count <= bytesLeft else { throw .tooLarge }
        bytesLeft -= Int64(part.count)
        guard let file else { return bytes.append(contentsOf: part) }
        try file.write(part, at: position)
        position += Int64(part.count)
        report.advance(to: HTTPProgress(done: position, total: total))
    }

    /// The body is there in whole.
    mutating func end() {
        if file != nil { report.advance(to: HTTPProgress(done: position, total: total), isEnd: true) }
        file = nil
    }
}
