@testable import HTTPClient

/// What comes of an answer, part by part.
final class PartSpy: Sendable {
    private let parts = Locked<[[UInt8]]>([])
    var bytes: [UInt8] { parts.withLock { Array($0.joined()) } }
    var counts: [Int] { parts.withLock { $0.map(\.count) } }
    func append(_ part: [UInt8]) { parts.withLock { $0.append(part) } }
}

/// Thrown by who reads or receives no further.
struct Enough: Error {}
