import CommandLineKit
import Foundation
import Testing

@Suite struct PrintableTests {
    @Test func `printable spells out characters that steer a terminal`() {
        #expect(printable("a\u{1B}[2J\u{202E}é") == "a\\u{1B}[2J\\u{202E}é")
    }

    @Test func `echoed cuts a long word`() {
        #expect(echoed("--sed") == "--sed")
        #expect(echoed(String(repeating: "x", count: 60)).count == 60)
        #expect(echoed(String(repeating: "x", count: 1_000_000)) == String(repeating: "x", count: 60) + "…")
        #expect(echoed("\u{1B}" + String(repeating: "e\u{301}", count: 100)).unicodeScalars.count == 66)
    }

    @Test func `suggestion ends a sentence, and is empty if no word is near`() {
        #expect(suggestion(for: "mesure", among: ["measure"]) == "; did you mean measure?")
        #expect(suggestion(for: "dance", among: ["measure"]) == "")
    }

    @Test(arguments: [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")])
    func `wordList joins words with commas and a last word`(words: [String], list: String) {
        #expect(wordList(words, joinedBy: "or") == list)
    }
}

@Suite struct ErrorTextTests {
    private struct Odd: Error {}
    private struct Told: Error, CustomStringConvertible { let description = "The server is away" }

    @Test func `plainText repeats the description of an error that has one`() {
        #expect(plainText(of: Told()) == "The server is away")
    }

    @Test func `plainText adds the path to the system's reason`() throws {
        let error = #expect(throws: (any Error).self) { try Data(contentsOf: URL(filePath: "/nowhere/at/all")) }
        let text = plainText(of: try #require(error))
        #expect(text == "/nowhere/at/all: No such file or directory")
        #expect(plainText(of: POSIXError(.ENOSPC)) == "No space left on device")
    }

    @Test func `plainText repeats nothing of Foundation's descriptions`() throws {
        let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode([Int].self, from: Data("{".utf8)) }
        #expect(plainText(of: try #require(error)) == "the data is not in the form that was expected")
        #expect(plainText(of: CocoaError(.fileNoSuchFile)) == "something unexpected went wrong (4)")
        #expect(plainText(of: Odd()) == "something unexpected went wrong (Odd)")
        #expect(plainText(of: CancellationError()) == "it was interrupted")
    }
}
