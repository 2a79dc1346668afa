/// Where the body of an answer goes, part by part, up to its limit.
struct BodySink {
    /// A refusal instead of what was asked for is read by people, or by a parser of small things.
    private static let refusalLimit: Int64 = 64 << 10

    /// What came to memory.
    private(set) var bytes: [UInt8] = []
    private let destination: HTTPRequest.Destination
    private let pipe: PartPipe
    private var bytesLeft: Int64
    private var isHandedOver = false
    /// How many bytes are not wanted, since they came before.
    private var unwanted: Int64 = 0
    private var isCutShort = false

    init(_ destination: HTTPRequest.Destination, _ pipe: PartPipe, limit: Int64) {
        (self.destination, self.pipe, bytesLeft) = (destination, pipe, limit)
    }

    /// Makes ready for the body that follows these headers.
    mutating func begin(_ headers: AnswerHeaders) throws(HTTPFailure.Reason) {
        guard case .parts(let offset, _) = destination else { return }
        guard headers.status == 200 || headers.status == 206 else {
            bytesLeft = min(bytesLeft, Self.refusalLimit)
            return
        }
        // A part of another place would make a whole of wrong bytes, as would a compressed part.
        if headers.status == 206, headers.rangeStart != offset || headers.isEncoded { throw .unusableAnswer }
        (isHandedOver, isCutShort) = (true, headers.status == 206 && headers.isCutShort)
        if headers.status == 200 { unwanted = offset }
    }

    /// False where it is to come again later, since what came before is not taken yet.
    mutating func receive(_ part: UnsafeRawBufferPointer) throws(HTTPFailure.Reason) -> Bool {
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

    /// False where the server has said that there is more.
    var isWhole: Bool { !isCutShort }
}
