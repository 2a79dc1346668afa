/// The ratchet of a Megolm session: four hash chains, of which the last moves with every message, the third with every 256th,
/// the second with every 65,536th and the first with every 16,777,216th. It only moves forward.
struct MegolmRatchet: Sendable, Equatable {
    private var parts: [Secret]
    /// The index of the message whose key the ratchet has.
    private(set) var index: UInt32

    /// Creates a new ratchet at index 0.
    init(random: SecureRandom) throws(CryptoError) {
        parts = []
        for _ in 0..<4 { parts.append(try random.secret()) }
        index = 0
    }

    /// Reads an index and the four parts.
    init(from reader: inout SecretReader) throws(CryptoError) {
        index = try reader.number()
        parts = []
        for _ in 0..<4 { parts.append(try reader.secret()) }
    }

    func write(to writer: inout SecretWriter) {
        writer.write(index)
        for part in parts { writer.write(part) }
    }

    /// Moves to the next index. Throws ``CryptoError/exhausted`` at 2^32 - 1.
    mutating func advance() throws(CryptoError) {
        guard index < .max else { throw .exhausted }
        try advance(to: index + 1)
    }

    /// Moves to an index in at most 1,026 steps, whatever the distance. Throws ``CryptoError/keyUnavailable`` for an earlier one.
    mutating func advance(to target: UInt32) throws(CryptoError) {
        guard target >= index else { throw .keyUnavailable }
        for part in parts.indices {
            // Earlier parts have brought the index so close that at most 255 steps of this one remain.
            let shift = 24 - 8 * part
            let steps = (target >> shift) - (index >> shift)
            guard steps > 0 else { continue }
            for _ in 1..<steps { parts[part] = Primitives.hmac(parts[part], UInt8(part)) }
            let source = parts[part]
            for later in part..<parts.count { parts[later] = Primitives.hmac(source, UInt8(later)) }
            index = (target >> shift) << shift
        }
    }

    /// The cipher of the message with this index.
    func cipher() throws(CryptoError) -> MessageCipher {
        try MessageCipher(Secret(joining: parts), context: "MEGOLM_KEYS")
    }
}
