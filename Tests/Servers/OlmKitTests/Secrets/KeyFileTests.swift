import Testing

@testable import OlmKit

struct KeyFileTests {
    private let sessions = Secret([UInt8](text: "[]"))

    private func bytes(of file: String) throws -> [UInt8] {
        try Base64.decode(file.split(separator: "\n").dropFirst().dropLast().joined())
    }

    private func file(_ bytes: [UInt8]) -> String {
        "-----BEGIN MEGOLM SESSION DATA-----\n\(Base64.encode(bytes))\n-----END MEGOLM SESSION DATA-----\n"
    }

    @Test func `a file of matrix-nio decrypts, with any line ends and text around it`() throws {
        let vector = try Vectors.load().keyFile
        let expected = Secret(hex: vector.text)
        #expect(try KeyFile.decrypt(vector.file, passphrase: vector.passphrase) == expected)
        let windows = "A note\r\n" + vector.file.replacing("\n", with: "\r\n") + "\r\nanother"
        #expect(try KeyFile.decrypt(windows, passphrase: vector.passphrase) == expected)
        let spaced = vector.file.replacing("\n", with: " \t\n").replacing("Dk", with: "D k")
        #expect(try KeyFile.decrypt(spaced, passphrase: vector.passphrase) == expected)
    }

    @Test(arguments: [0, 1, 200, 100_000]) func `sessions of any length survive in lines of 96 characters`(count: Int)
        throws
    {
        let sessions = Secret([UInt8](repeating: 7, count: count))
        let file = try KeyFile.encrypt(sessions, passphrase: "päss", rounds: 10)
        #expect(file.split(separator: "\n").allSatisfy { $0.count <= 96 })
        #expect(try KeyFile.decrypt(file, passphrase: "päss") == sessions)
    }

    @Test func `another passphrase and any changed bit are refused`() throws {
        let file = try KeyFile.encrypt(sessions, passphrase: "right", rounds: 1)
        #expect(throws: CryptoError.authenticationFailed) { try KeyFile.decrypt(file, passphrase: "wrong") }
        let bytes = try bytes(of: file)
        for bit in 0..<bytes.count * 8 {
            // High bits of the rounds would cost seconds each.
            guard !(33..<36).contains(bit / 8) else { continue }
            #expect(throws: CryptoError.self, "bit \(bit)") {
                try KeyFile.decrypt(self.file(bytes.flipped(bit: bit)), passphrase: "right")
            }
        }
        for count in 0..<bytes.count {
            #expect(throws: CryptoError.self) {
                try KeyFile.decrypt(self.file(Array(bytes[..<count])), passphrase: "right")
            }
        }
    }

    @Test func `a file that demands too many rounds, or none, is refused before any work`() throws {
        let bytes = try bytes(of: KeyFile.encrypt(sessions, passphrase: "x", rounds: 1))
        for rounds in [[0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0x98, 0x96, 0x81]] as [[UInt8]] {
            let demanding = file(bytes[..<33] + rounds + bytes[37...])
            #expect(throws: CryptoError.malformed) { try KeyFile.decrypt(demanding, passphrase: "x") }
        }
        #expect(throws: CryptoError.malformed) { try KeyFile.encrypt(sessions, passphrase: "x", rounds: 0) }
    }

    @Test func `files of another form, version or length are refused`() throws {
        let good = try KeyFile.encrypt(sessions, passphrase: "x", rounds: 1)
        let lines = good.split(separator: "\n").map(String.init)
        let bad = [
            "", lines[1], lines[0], lines.dropLast().joined(separator: "\n"), lines.dropFirst().joined(separator: "\n"),
            lines.reversed().joined(separator: "\n"), [lines[0], "?", lines[2]].joined(separator: "\n"),
            [lines[0], lines[2]].joined(separator: "\n"),
        ]
        for text in bad { #expect(throws: CryptoError.malformed) { try KeyFile.decrypt(text, passphrase: "x") } }
        let other = file([2] + (try bytes(of: good)).dropFirst())
        #expect(throws: CryptoError.unsupportedVersion) { try KeyFile.decrypt(other, passphrase: "x") }
        let long = String(repeating: "A", count: CryptoLimits.keyFile + 1)
        #expect(throws: CryptoError.tooLong) { try KeyFile.decrypt(long, passphrase: "x") }
    }
}
