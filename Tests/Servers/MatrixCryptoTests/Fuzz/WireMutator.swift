import OlmKit

/// Seeded changes of valid inputs, as a hostile server or device would make them.
struct WireMutator {
    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private var random: SplitMix

    init(seed: UInt64) { random = SplitMix(state: seed) }

    /// Pieces of JSON that parsers have failed at: depth, numbers beyond 2^53, halves of characters, signs out of place.
    private static let pieces = [
        "{", "}", "[", "]", "\"", ",", ":", "\\", "null", "true", "{}", "[]", "-1", "0.5", "1e400", "-", "\"\"",
        "9007199254740993", "-9223372036854775809", "18446744073709551616", "\\u0000", "\"\\ud800\"", "\u{0}",
        String(repeating: "[", count: 40), String(repeating: "{\"a\":", count: 40), "{\"a\":1,\"a\":2}",
        String(repeating: "x", count: 600),
    ].map { Array($0.utf8) }

    /// Returns a text of JSON with one to four changes.
    mutating func json(_ text: [UInt8]) -> [UInt8] {
        var text = text
        for _ in 0..<Int.random(in: 1...4, using: &random) where !text.isEmpty {
            if Bool.random(using: &random) {
                text = changed(text)
                continue
            }
            let piece = Self.pieces[Int.random(in: Self.pieces.indices, using: &random)]
            let place = Int.random(in: text.indices, using: &random)
            let extent = min(Int.random(in: 0...30, using: &random), text.count - place)
            text.replaceSubrange(place..<place + extent, with: piece)
        }
        return text
    }

    /// Returns a text in Base64 with its bytes changed, or now and then the text itself.
    mutating func base64(_ text: String) -> String {
        if Int.random(in: 0..<8, using: &random) > 0, let bytes = try? Base64.decode(text) {
            return Base64.encode(bytes.isEmpty ? [0] : changed(bytes))
        }
        return String(decoding: changed(Array(text.utf8)), as: UTF8.self)
    }

    /// Returns bytes with bits flipped, lengths changed, or a part cut, repeated or inserted.
    mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty else { return [UInt8.random(in: 0...255, using: &random)] }
        var bytes = bytes
        let place = Int.random(in: bytes.indices, using: &random)
        let extent = min(Int.random(in: 1...40, using: &random), bytes.count - place)
        switch Int.random(in: 0..<7, using: &random) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF][Int.random(in: 0..<5, using: &random)]
        case 3: bytes.removeSubrange(place..<place + extent)
        case 4: bytes.removeSubrange(place...)
        case 5: bytes.insert(contentsOf: bytes[place..<place + extent], at: place)
        // Lengths and numbers of many bytes, as protocol buffers write them.
        default: bytes.insert(contentsOf: [UInt8](repeating: 0xFF, count: extent % 12), at: place)
        }
        return bytes
    }
}
