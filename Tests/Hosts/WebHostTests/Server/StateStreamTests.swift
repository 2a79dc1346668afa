import Testing

@testable import WebHost

/// The bytes of a stream. Its connection is never used, because the tests read only while something waits, or behind the end.
@Suite struct StateStreamTests {
    private let stream: StateStream

    init() throws {
        let pointer = try #require(OpaquePointer(bitPattern: 16))
        stream = StateStream(number: 1, page: "p", connection: ServedConnection(pointer: pointer), released: {})
    }

    /// Returns what a reader with so much room gets; nil at the end.
    private func read(upTo size: Int = 64) -> String? {
        var buffer = [UInt8](repeating: 0, count: size)
        let count = buffer.withUnsafeMutableBytes { stream.read(into: $0) }
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }

    @Test func `a line comes in as many parts as the reader needs`() {
        stream.write(Array("abcd".utf8))
        let parts = [read(upTo: 2), read(upTo: 2), read(upTo: 2)]
        #expect(parts == ["ab", "cd", "\n"])
        stream.write(Array("next".utf8))
        #expect(read() == "next\n")
    }

    @Test func `behind the end nothing is written, and what was written before is read`() {
        stream.write(Array("last".utf8))
        stream.end()
        stream.write(Array("lost".utf8))
        stream.probe()
        let parts = [read(), read()]
        #expect(parts == ["last\n", nil])
    }

    @Test func `a probe is one empty line, and none while something waits`() {
        stream.probe()
        stream.probe()
        #expect(read() == "\n")
        stream.write(Array("state".utf8))
        stream.probe()
        #expect(read() == "state\n")
    }
}
