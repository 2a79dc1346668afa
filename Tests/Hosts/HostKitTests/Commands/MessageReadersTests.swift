import Testing

@testable import HostKit

@Suite struct MessageReadersTests {
    @Test(arguments: [
        ([], "Nobody else has read it yet"), (["Ada"], "Read by Ada"), (["Ada", "Ben"], "Read by Ada and Ben"),
        (["Ada", "Ben", "you"], "Read by Ada, Ben and \"you\""),
    ])
    func `readers are named, and none passes for the user`(readers: [String], text: String) {
        #expect(MessageReaders.text(for: readers) == text)
    }

    @Test func `twenty readers are named, and further ones are counted`() {
        let readers = (1...21).map { "R\($0)" }
        #expect(MessageReaders.text(for: Array(readers.dropLast())).hasSuffix(", R19 and R20"))
        #expect(MessageReaders.text(for: readers).hasSuffix(", R20 and 1 more"))
    }
}
