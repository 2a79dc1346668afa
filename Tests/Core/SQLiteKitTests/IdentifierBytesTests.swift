import ChatTypes
import Testing

@testable import SQLiteKit

@Suite struct IdentifierBytesTests {
    private func text(_ bytes: [UInt8]) -> String { bytes.withUnsafeBufferPointer { IdentifierBytes.text(of: $0) } }

    @Test(
        arguments: [
            [], [0x61], [0xFA], [0x63, 0xFA, 0x64], [0xC3], [0xC3, 0xA9], [0xC3, 0x28], [0xE2, 0x82],
            [0xE2, 0x82, 0xAC, 0xAC],
            [0xF0, 0x9F, 0x98], [0xF0, 0x9F, 0x98, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xC0, 0x80],
            [0xF4, 0x8F, 0xBE, 0x80], [0x00, 0xFF, 0x00],
        ] as [[UInt8]]
    )
    func `any bytes are read as a text that is written as the same bytes`(bytes: [UInt8]) {
        #expect(IdentifierBytes.bytes(of: text(bytes)) == bytes)
    }

    @Test func `no two sequences of bytes are read as the same text`() {
        let all =
            (0...255).flatMap { first in (0...255).map { [UInt8(first), UInt8($0)] } } + (0...255).map { [UInt8($0)] }
        #expect(Set(all.map { Array(text($0).utf8) }).count == all.count)
    }

    @Test(arguments: ["é", "e\u{301}", "😀", "\u{10FE80}", "\u{10FEC3}\u{10FEA9}", "\u{10FE61}", "\u{10FEF4}\u{FFFD}"])
    func `any text is written as bytes that are read as the same text`(id: String) {
        #expect(Array(text(IdentifierBytes.bytes(of: id)).utf8) == Array(id.utf8))
    }

    @Test func `an id with scalars that stand for bytes does not equal the id of those bytes`() {
        let imitation = MessageID("caf\u{10FEC3}\u{10FEA9}")
        #expect(imitation.stored.bytes != MessageID("café").stored.bytes)
    }
}
