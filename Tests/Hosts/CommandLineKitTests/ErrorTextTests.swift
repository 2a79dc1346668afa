import CommandLineKit
import Foundation
import Testing

@Suite struct ErrorTextTests {
    private struct Odd: Error {}
    private struct Told: Error, CustomStringConvertible { let description = "The server is away" }

    @Test func `an error made for people is repeated`() {
        #expect(plainText(of: Told()) == "The server is away")
    }

    @Test func `the system's reason is told with the file it is about`() throws {
        let error = #expect(throws: (any Error).self) { try Data(contentsOf: URL(filePath: "/nowhere/at/all")) }
        let text = plainText(of: try #require(error))
        #expect(text == "/nowhere/at/all: No such file or directory")
        #expect(plainText(of: POSIXError(.ENOSPC)) == "No space left on device")
    }

    @Test func `what Foundation says to programmers is told to no person`() throws {
        let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode([Int].self, from: Data("{".utf8)) }
        #expect(plainText(of: try #require(error)) == "the data is not in the form that was expected")
        #expect(plainText(of: CocoaError(.fileNoSuchFile)) == "something unexpected went wrong (4)")
        #expect(plainText(of: Odd()) == "something unexpected went wrong (Odd)")
        #expect(plainText(of: CancellationError()) == "it was interrupted")
    }
}
