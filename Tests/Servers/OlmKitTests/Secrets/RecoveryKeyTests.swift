import Testing

@testable import OlmKit

struct RecoveryKeyTests {
    private let vectors: Vectors
    private let key: SecretStorageKey

    init() throws {
        vectors = try Vectors.load()
        key = try SecretStorageKey(secret: Secret(hex: vectors.secret))
    }

    @Test func `a key is written as mautrix writes it`() {
        #expect(RecoveryKey.text(for: key) == vectors.recoveryKey)
    }

    @Test(arguments: [UInt8.min, 1, 0x7F, .max]) func `keys survive writing and reading`(byte: UInt8) throws {
        let key = try SecretStorageKey(secret: Secret([UInt8](repeating: byte, count: 32)))
        let text = RecoveryKey.text(for: key)
        #expect(text.count == 59 && text.split(separator: " ").allSatisfy { $0.count == 4 })
        #expect(try RecoveryKey.key(from: text).secret == key.secret)
        #expect(try RecoveryKey.key(from: text.replacing(" ", with: "")).secret == key.secret)
        #expect(try RecoveryKey.key(from: "  \(text.replacing(" ", with: "\n\t"))\n").secret == key.secret)
    }

    @Test(arguments: ["0", "O", "I", "l", "!", "é", "🔑"])
    func `an impossible character is named with its position`(character: String) {
        let text = vectors.recoveryKey
        let typed = text.prefix(6) + character + text.dropFirst(7)
        #expect(throws: RecoveryKey.Mistake.invalidCharacter(Character(character), position: 6)) {
            try RecoveryKey.key(from: String(typed))
        }
    }

    @Test func `too few and too many characters are counted`() {
        let text = vectors.recoveryKey
        #expect(throws: RecoveryKey.Mistake.wrongLength(0, expected: 48)) { try RecoveryKey.key(from: " ") }
        #expect(throws: RecoveryKey.Mistake.wrongLength(47, expected: 48)) {
            try RecoveryKey.key(from: String(text.dropLast()))
        }
        #expect(throws: RecoveryKey.Mistake.wrongLength(49, expected: 48)) { try RecoveryKey.key(from: text + "1") }
        let long = String(repeating: "z", count: 1_000_000)
        #expect(throws: RecoveryKey.Mistake.wrongLength(1_000_000, expected: 48)) { try RecoveryKey.key(from: long) }
    }

    @Test func `a wrong character at any place is noticed, as are two that changed places`() {
        let characters = Array(vectors.recoveryKey.replacing(" ", with: ""))
        for place in characters.indices {
            for other in "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz" where other != characters[place] {
                var typed = characters
                typed[place] = other
                // A parity of eight bits misses one mistake in 256; most of those also break the prefix.
                if let key = try? RecoveryKey.key(from: String(typed)) { #expect(key.secret != self.key.secret) }
            }
        }
        #expect(throws: RecoveryKey.Mistake.wrongChecksum) {
            try RecoveryKey.key(from: String(repeating: "z", count: 48))
        }
        #expect(throws: RecoveryKey.Mistake.wrongChecksum) {
            try RecoveryKey.key(from: String(repeating: "1", count: 48))
        }
        var swapped = characters
        swapped.swapAt(20, 21)
        #expect(throws: RecoveryKey.Mistake.wrongChecksum) { try RecoveryKey.key(from: String(swapped)) }
    }
}
