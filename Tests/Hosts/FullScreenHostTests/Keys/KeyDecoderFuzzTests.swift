import SimulationKit
import Testing

@testable import FullScreenHost

@Suite struct KeyDecoderFuzzTests {
    /// Bytes with pauses between them: nil is a pause.
    private static func script(_ generator: inout SplitMix64) -> [UInt8?] {
        let pieces: [[UInt8]] = [
            [0x1B], [0x1B, 0x5B], [0x1B, 0x4F], [0x1B, 0x5D], [0x5C], [0x07], [0x24], [0x7E], [0x4D], [0x3B], [0x31],
            [0x75],
            [0x0D], [0x0A], [0x03], [0xE6, 0x97], [0xF0, 0x9F, 0x99, 0x82], [0xC3], Array("\u{1B}[200~".utf8),
            Array("\u{1B}[201~".utf8), Array("\u{1B}[1;5A".utf8), Array("\u{1B}[97:65;4u".utf8),
            Array("\u{1B}[<0;5;5M".utf8),
        ]
        return (0..<Int.random(in: 0...80, using: &generator)).flatMap { _ -> [UInt8?] in
            switch Int.random(in: 0...9, using: &generator) {
            case 0: [nil]
            case 1...3: [UInt8.random(in: 0...255, using: &generator)]
            case 4: [UInt8.random(in: 0x20...0x7E, using: &generator)]
            default: pieces[Int.random(in: pieces.indices, using: &generator)]
            }
        }
    }

    private static func events(_ script: [UInt8?], portion: () -> Int) -> [TerminalEvent] {
        var decoder = KeyDecoder(pasteLimit: 40)
        var told: [TerminalEvent] = []
        for part in script.split(separator: nil, omittingEmptySubsequences: false) {
            var rest = part.compactMap { $0 }[...]
            while !rest.isEmpty {
                let count = min(max(1, portion()), rest.count)
                told += decoder.decode(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            told += decoder.pause()
        }
        return told
    }

    @Test(arguments: Seeds.upTo(100))
    func `the same bytes give the same events in any portions`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let script = Self.script(&generator)
        let whole = Self.events(script) { .max }
        #expect(Self.events(script) { 1 } == whole)
        #expect(Self.events(script) { Int.random(in: 1...5, using: &generator) } == whole)
    }

    @Test(arguments: Seeds.upTo(50))
    func `no control character is typed, and no paste exceeds its limit`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for event in Self.events(Self.script(&generator), portion: { 7 }) {
            switch event {
            case .key(let key):
                guard case .text(let scalar) = key.code else { continue }
                #expect(scalar.properties.generalCategory != .control)
            case .paste(let text):
                #expect(text.utf8.count <= 40)
                let controls = text.unicodeScalars.filter { $0.properties.generalCategory == .control }
                #expect(controls.allSatisfy { $0 == "\n" || $0 == "\t" })
            case .pasteTooLong(let fault): #expect(fault.bytes > 40)
            case .focus, .mouse, .mode, .background, .attributes, .kittyGraphics, .placeholders: break
            }
        }
    }

    @Test(arguments: Seeds.upTo(50))
    func `keys work after any input`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var decoder = KeyDecoder()
        for byte in Self.script(&generator) {
            if let byte { _ = decoder.decode([byte]) } else { _ = decoder.pause() }
        }
        _ = decoder.pause()
        // As a user who is stuck does.
        for _ in 0..<2 {
            _ = decoder.decode([0x1B])
            _ = decoder.pause()
        }
        #expect(decoder.decode("a".utf8) == [.key(.text("a"))])
    }

    @Test(arguments: Seeds.upTo(50))
    func `invalid UTF-8 is replaced as Swift does`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let valid = Array("aé日🙂".utf8)
        let bytes: [UInt8] = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
            Bool.random(using: &generator)
                ? UInt8.random(in: 0x70...0xFF, using: &generator)
                : valid[Int.random(in: valid.indices, using: &generator)]
        }
        var decoder = ScalarDecoder()
        var scalars = String.UnicodeScalarView()
        for byte in bytes {
            var isUsed = false
            while !isUsed {
                let decoded = decoder.decode(byte)
                isUsed = decoded.isUsed
                if let scalar = decoded.scalar { scalars.append(scalar) }
            }
        }
        if decoder.isWithinScalar { scalars.append("\u{FFFD}") }
        #expect(Array(scalars) == Array(String(decoding: bytes, as: UTF8.self).unicodeScalars))
    }
}
