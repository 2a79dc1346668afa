import Foundation
import OlmKit
import Synchronization
import Testing

/// A generator whose numbers depend on the seed alone.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}

extension SecureRandom {
    /// A reproducible source of random bytes.
    static func seeded(_ seed: UInt64) -> SecureRandom {
        final class State: Sendable {
            let generator: Mutex<SplitMix>
            init(_ seed: UInt64) { generator = Mutex(SplitMix(seed: seed)) }
        }
        let state = State(seed)
        return SecureRandom { state.generator.withLock { $0.next() } }
    }
}

extension Optional {
    /// The value; fails the test if there is none.
    func unwrapped() throws -> Wrapped { try #require(self) }
}

extension [UInt8] {
    /// Reads hexadecimal digits.
    init(hex: String) {
        let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    init(text: String) { self = Array(text.utf8) }

    var hex: String { map { String(format: "%02x", $0) }.joined() }

    /// A copy with one bit changed.
    func flipped(bit: Int) -> [UInt8] {
        var copy = self
        copy[bit / 8] ^= 1 << UInt8(bit % 8)
        return copy
    }
}

extension Secret {
    convenience init(hex: String) { self.init([UInt8](hex: hex)) }

    /// The bytes, for comparison.
    var copy: [UInt8] { withBytes { $0.withUnsafeBytes { Array($0) } } }
}

/// The error that a call throws; nil if it succeeds.
func error<Result>(_ body: () throws(CryptoError) -> Result) -> CryptoError? {
    do throws(CryptoError) { _ = try body() } catch { return error }
    return nil
}

/// Known answers that other implementations gave: `.ci/oracle vectors` writes them.
struct Vectors: Decodable {
    struct Megolm: Decodable {
        struct Message: Decodable {
            let index: UInt32
            let body: String
        }
        let library, id, sharedKey, exportedKey: String
        let exportIndex: UInt32
        let messages: [Message]
    }
    struct Backup: Decodable { let library, ephemeral, ciphertext, mac, text: String }
    struct Storage: Decodable { let name, iv, ciphertext, mac, text: String }
    struct Check: Decodable { let key, iv, mac: String }
    struct Passphrase: Decodable {
        let passphrase, salt, key: String
        let rounds: Int
    }
    struct Attachment: Decodable { let text, encrypted, key, iv, hash: String }
    struct KeyFile: Decodable { let passphrase, text, file: String }

    let secret: String
    let megolm: [Megolm]
    let backup: [Backup]
    let storage: Storage
    let check: Check
    let passphrase: Passphrase
    let recoveryKey: String
    let attachment: Attachment
    let keyFile: KeyFile

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Oracle")

    static func load() throws -> Vectors {
        try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: folder.appending(path: "vectors.json")))
    }
}
