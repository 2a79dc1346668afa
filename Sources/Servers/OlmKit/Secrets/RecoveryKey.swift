/// The form in which people keep the key of secret storage: Base58 in groups of four, with a checksum.
public enum RecoveryKey {
    /// The mistake in a recovery key that someone typed.
    public enum Mistake: Error, Hashable, Sendable {
        /// A character that no recovery key has, such as 0, O, I or l. Positions count from 1 and leave out spaces.
        case invalidCharacter(Character, position: Int)
        /// Too many or too few characters; spaces do not count.
        case wrongLength(Int, expected: Int)
        /// All characters are possible, but at least one of them is wrong.
        case wrongChecksum
    }

    private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")
    private static let prefix: [UInt8] = [0x8B, 0x01]
    /// Two bytes of the prefix, 32 of the key and one of parity.
    private static let byteCount = 35
    /// 35 bytes with that prefix always take 48 characters.
    private static let characterCount = 48

    /// Returns the key as people write it down. The text is not wiped.
    public static func text(for key: SecretStorageKey) -> String {
        let body = Secret(joining: [Secret(prefix), key.secret])
        let parity = body.withBytes { $0.withUnsafeBytes { $0.reduce(0, ^) } }
        var characters: [Character] = []
        _ = Secret(count: byteCount) { memory in
            body.withUnsafeBytes { memory.copyMemory(from: $0) }
            memory[byteCount - 1] = parity
            for _ in 0..<characterCount {
                var remainder = 0
                for place in memory.indices {
                    let value = remainder << 8 | Int(memory[place])
                    (memory[place], remainder) = (UInt8(value / 58), value % 58)
                }
                characters.insert(alphabet[remainder], at: 0)
            }
        }
        return stride(from: 0, to: characterCount, by: 4).map { String(characters[$0..<$0 + 4]) }.joined(separator: " ")
    }

    /// Reads a recovery key, with or without spaces.
    public static func key(from text: String) throws(Mistake) -> SecretStorageKey {
        let bytes = try decode(text.filter { !$0.isWhitespace })
        let isRight = bytes.withBytes { bytes in
            bytes.withUnsafeBytes { $0.prefix(2).elementsEqual(prefix) && $0.reduce(0, ^) == 0 }
        }
        guard isRight, let key = try? SecretStorageKey(secret: bytes[2..<34]) else { throw .wrongChecksum }
        return key
    }

    private static func decode(_ characters: String) throws(Mistake) -> Secret {
        try Secret(count: byteCount) { memory throws(Mistake) in
            var hasOverflow = false
            for (offset, character) in characters.prefix(characterCount).enumerated() {
                guard var carry = alphabet.firstIndex(of: character) else {
                    throw .invalidCharacter(character, position: offset + 1)
                }
                for place in memory.indices.reversed() {
                    carry += Int(memory[place]) * 58
                    (memory[place], carry) = (UInt8(carry & 0xFF), carry >> 8)
                }
                hasOverflow = hasOverflow || carry != 0
            }
            guard characters.count == characterCount else {
                throw .wrongLength(characters.count, expected: characterCount)
            }
            guard !hasOverflow else { throw .wrongChecksum }
        }
    }
}
