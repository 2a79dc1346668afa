import Testing

@testable import OlmKit

struct MegolmRatchetTests {
    private static func ratchet(at index: UInt32) throws -> MegolmRatchet {
        var writer = SecretWriter()
        writer.write(index)
        writer.write((0..<128).map { UInt8($0) })
        var reader = SecretReader(writer.secret)
        return try MegolmRatchet(from: &reader)
    }

    @Test func `one jump equals 70,000 single steps`() throws {
        let start = try Self.ratchet(at: 0)
        var walker = start
        for index in UInt32(1)...70_000 {
            try walker.advance()
            // Around the indexes at which one, two or three of the four parts are derived anew.
            let isNear = [256, 4096].contains { (index + 2) % $0 < 5 && ($0 == 4096 || index < 1024) }
            guard index < 3 || isNear || index > 69_998 else { continue }
            var jumper = start
            try jumper.advance(to: index)
            #expect(jumper == walker, "\(index)")
        }
    }

    @Test(arguments: [0, 1, 255, 256, 65_535, 65_536, 1 << 24 - 1, 1 << 24, 0xFFFF_FF00] as [UInt32])
    func `two jumps equal one`(middle: UInt32) throws {
        var (direct, inTwo) = (try Self.ratchet(at: 0), try Self.ratchet(at: 0))
        try direct.advance(to: .max)
        try inTwo.advance(to: middle)
        try inTwo.advance(to: .max)
        #expect(direct == inTwo)
    }

    @Test func `the ratchet does not move back, and stays at an index it is at`() throws {
        var ratchet = try Self.ratchet(at: 300)
        let before = ratchet
        try ratchet.advance(to: 300)
        #expect(ratchet == before)
        #expect(throws: CryptoError.keyUnavailable) { try ratchet.advance(to: 299) }
        #expect(ratchet == before)
    }

    @Test func `the ratchet ends at the highest index`() throws {
        var ratchet = try Self.ratchet(at: .max - 1)
        try ratchet.advance()
        #expect(ratchet.index == .max)
        #expect(throws: CryptoError.exhausted) { try ratchet.advance() }
        #expect(ratchet.index == .max)
    }
}
