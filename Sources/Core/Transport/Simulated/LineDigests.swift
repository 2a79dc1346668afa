/// What tells a journal from another of the same length: of each line a number that follows from all until then.
struct LineDigests {
    private var digests: [UInt32] = []
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    /// FNV-1a; Swift's own hash differs from run to run.
    mutating func add(_ line: some Sequence<UInt8>) {
        hash = line.reduce(hash) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        digests.append(UInt32(truncatingIfNeeded: hash >> 32 ^ hash))
    }

    /// 0 before the first line, and behind the last.
    func digest(ofFirst count: Int) -> UInt32 {
        digests.indices.contains(count - 1) ? digests[count - 1] : 0
    }
}
