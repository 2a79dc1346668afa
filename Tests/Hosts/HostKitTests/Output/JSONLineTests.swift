import Foundation
import SimulationKit
import Testing

@testable import HostKit

@Suite struct JSONLineTests {
    @Test(arguments: harmfulScalars)
    func `every control and direction mark is escaped and parses back`(scalar: Unicode.Scalar) throws {
        let text = "a\(Character(scalar))b"
        let line = try JSONLine.text(of: text)
        #expect(line.unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 0x20 && $0.value < 0x7F })
        #expect(Array(try parse(line).unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test(arguments: ["\u{E0041}", "\u{E0100}", "\u{AD}", "\u{3164}", "\u{1D173}", "\u{FFF9}"] as [Unicode.Scalar])
    func `every invisible character is escaped and parses back`(scalar: Unicode.Scalar) throws {
        let text = "a\(Character(scalar))b"
        let line = try JSONLine.text(of: text)
        #expect(line.utf8.allSatisfy { $0 < 0x7F })
        #expect(Array(try parse(line).unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test func `joiners, variation selectors and prepended signs stay`() throws {
        let text = "\u{1F469}\u{200D}\u{1F680} \u{2764}\u{FE0F} \u{600}\u{661}"
        #expect(try JSONLine.text(of: text) == "\"\(text)\"")
    }

    @Test func `keys are sorted, and slashes and letters stay`() throws {
        struct Sample: Encodable { var zebra = "a/b", apple = "é日👍\"\\", mango = [1, 2] }
        #expect(try JSONLine.text(of: Sample()) == #"{"apple":"é日👍\"\\","mango":[1,2],"zebra":"a/b"}"#)
    }

    @Test func `escapes have four lowercase digits`() throws {
        #expect(try JSONLine.text(of: "\u{1B}\u{9B}\u{202E}\u{FEFF}\u{7F}\n") == #""\u001b\u009b\u202e\ufeff\u007f\n""#)
    }

    @Test(arguments: Seeds.upTo(200)) func `random text parses back exactly`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let text = randomText(&generator)
        let line = try JSONLine.text(of: text)
        #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(Array(try parse(line).unicodeScalars) == Array(text.unicodeScalars))
    }

    private func parse(_ line: String) throws -> String {
        try JSONDecoder().decode(String.self, from: Data(line.utf8))
    }
}
