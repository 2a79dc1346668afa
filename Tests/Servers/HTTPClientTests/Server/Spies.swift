import Foundation

@testable import HTTPClient

/// The parts of a response.
final class PartSpy: Sendable {
    private let parts = LockedValue<[[UInt8]]>([])
    var bytes: [UInt8] { parts.withLock { Array($0.joined()) } }
    var counts: [Int] { parts.withLock { $0.map(\.count) } }
    func append(_ part: [UInt8]) { parts.withLock { $0.append(part) } }
}

/// An error of a reader or receiver that stops.
struct Enough: Error {}

/// Bytes to send.
enum Sample {
    /// A million bytes without repeated thousands.
    static let million = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    /// The word `squeezed`, compressed by gzip.
    static let squeezed = [UInt8](Data(base64Encoded: "H4sIAAAAAAACAysuLE1NrUpNAQDeJhQACAAAAA==") ?? Data())
}
