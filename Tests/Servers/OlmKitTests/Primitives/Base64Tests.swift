import Foundation
import Testing

@testable import OlmKit

struct Base64Tests {
    @Test func `all lengths agree with Foundation's Base64 without padding`() throws {
        for count in 0...100 {
            let bytes = try SecureRandom.seeded(UInt64(count)).bytes(count: count)
            let padded = Data(bytes).base64EncodedString()
            let text = padded.replacing("=", with: "")
            #expect(Base64.encode(bytes) == text)
            #expect(try Base64.decode(text) == bytes)
            #expect(try Base64.decode(padded) == bytes)
            let urlSafe = text.replacing("+", with: "-").replacing("/", with: "_")
            #expect(Base64.encode(bytes, alphabet: .urlSafe) == urlSafe)
            #expect(try Base64.decode(urlSafe, alphabet: .urlSafe) == bytes)
            #expect(try Secret(base64: text).base64 == text)
        }
    }

    @Test(arguments: [Base64.Alphabet.standard, .urlSafe])
    func `every byte that is not in the alphabet is refused`(alphabet: Base64.Alphabet) {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        let allowed = Array((letters + (alphabet == .standard ? "+/" : "-_")).utf8)
        for byte in UInt8.min...0x7F {
            let text = "AAA" + String(UnicodeScalar(byte))
            guard byte != UInt8(ascii: "=") else { continue }
            #expect(
                (error { () throws(CryptoError) in try Base64.decode(text, alphabet: alphabet) } == nil)
                    == allowed.contains(byte),
                "\(byte)"
            )
        }
    }

    @Test(arguments: ["A", "AAAAA", "AB", "AAB", "AA=A", "A===", "AA===", "=", "AA A", "AAAÄ", "AA\0A", "AAAA\n"])
    func `impossible lengths, leftover bits and misplaced padding are refused`(text: String) {
        #expect(throws: CryptoError.malformed) { try Base64.decode(text) }
    }
}
