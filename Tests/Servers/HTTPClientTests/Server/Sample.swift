/// Bytes to send.
enum Sample {
    /// A million, of which no two thousands are the same.
    static let million = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
}
