import Testing

@testable import OlmKit

struct MessageFieldsTests {
    @Test(arguments: [0, 1, 127, 128, 300, 16_383, 16_384, UInt32.max - 1, .max])
    func `integers survive writing and reading`(value: UInt32) throws {
        var writer = MessageWriter(version: 3)
        writer.write(value, tag: 0x08)
        #expect(try MessageFields(writer.bytes[1...]).integer(0x08) == value)
    }

    @Test func `strings survive writing and reading, whatever their length`() throws {
        for count in [0, 1, 127, 128, 70_000] {
            let bytes = [UInt8](repeating: 7, count: count)
            var writer = MessageWriter(version: 3)
            writer.write(bytes, tag: 0x12)
            #expect(try Array(MessageFields(writer.bytes[1...]).bytes(0x12)) == bytes)
        }
    }

    @Test func `unknown fields are ignored, and the last of a repeated field counts`() throws {
        let fields = try MessageFields([0x28, 5, 0x08, 1, 0x3A, 2, 9, 9, 0x08, 2])
        #expect(try fields.integer(0x08) == 2)
        #expect(throws: CryptoError.malformed) { try fields.bytes(0x12) }
        #expect(throws: CryptoError.malformed) { try fields.integer(0x10) }
    }

    @Test(
        arguments: [
            [0x08], [0x08, 0x80], [0x12, 1], [0x12, 2, 0], [0x12], [0x80],
            [0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
            [0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1],
            [0x09, 0, 0, 0, 0, 0, 0, 0, 0], [0x0D, 0, 0, 0, 0], [0x0B], [0x0C], [0x0E], [0x0F],
        ] as [[UInt8]]
    )
    func `cut-off fields, endless integers and other types are refused`(bytes: [UInt8]) {
        #expect(throws: CryptoError.malformed) { try MessageFields(bytes[...]) }
    }

    @Test func `an index over 32 bits is refused`() throws {
        let fields = try MessageFields([0x08, 0x80, 0x80, 0x80, 0x80, 0x10])
        #expect(throws: CryptoError.malformed) { try fields.integer(0x08) }
    }

    @Test func `a state of another kind or version is refused`() throws {
        var writer = StateKind.olm.begin()
        writer.write(7)
        #expect(throws: CryptoError.malformed) { try StateKind.megolmInbound.read(writer.secret) }
        #expect(throws: CryptoError.unsupportedVersion) { try StateKind.olm.read(Secret([1, 2])) }
        for bytes in [[], [1]] as [[UInt8]] {
            #expect(throws: CryptoError.malformed) { try StateKind.olm.read(Secret(bytes)) }
        }
        var reader = try StateKind.olm.read(writer.secret)
        #expect(throws: CryptoError.malformed) { try reader.finish() }
        #expect(try reader.number() == 7)
        #expect(throws: Never.self) { try reader.finish() }
        #expect(throws: CryptoError.malformed) { try reader.byte() }
    }
}
