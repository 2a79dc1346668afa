/// A file of Megolm sessions under a passphrase, as all clients export and import it. Its content is JSON, which the caller reads.
public enum KeyFile {
    private static let header = "-----BEGIN MEGOLM SESSION DATA-----"
    private static let footer = "-----END MEGOLM SESSION DATA-----"
    private static let version: UInt8 = 1
    private static let lineLength = 96
    /// The lengths of version, salt, initialisation vector and rounds together, and of the MAC at the end.
    private static let (headCount, macCount) = (1 + 16 + 16 + 4, 32)

    /// Encrypts sessions. Takes about a second for 500,000 rounds.
    ///
    /// Throws ``CryptoError/tooLong`` if the file would be longer than ``CryptoLimits/keyFile``.
    public static func encrypt(
        _ sessions: Secret,
        passphrase: String,
        rounds: Int = 500_000,
        random: SecureRandom = SecureRandom()
    ) throws(CryptoError) -> String {
        guard sessions.count < CryptoLimits.keyFile / 4 * 3 - (1 << 20) else { throw .tooLong }
        let (salt, iv) = (try random.bytes(count: 16), try CounterCipher.iv(random))
        let cipher = try cipher(passphrase, salt: salt, rounds: rounds)
        var bytes = [version] + salt + iv + (0..<4).map { UInt8(truncatingIfNeeded: rounds >> (24 - 8 * $0)) }
        bytes += cipher.encrypt(sessions, iv: iv)
        bytes += cipher.mac(of: bytes)
        var text = Array(Base64.encode(bytes).utf8)
        text += [UInt8](repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
        let lines = stride(from: 0, to: text.count, by: lineLength).map { start in
            String(decoding: text[start..<min(start + lineLength, text.count)], as: UTF8.self)
        }
        return ([header] + lines + [footer, ""]).joined(separator: "\n")
    }

    /// Decrypts a file.
    ///
    /// Throws ``CryptoError/authenticationFailed`` for a wrong passphrase or changed data, ``CryptoError/malformed`` for a file of
    /// another form or with more than ``CryptoLimits/passphraseRounds``, ``CryptoError/unsupportedVersion`` and
    /// ``CryptoError/tooLong``.
    public static func decrypt(_ text: String, passphrase: String) throws(CryptoError) -> Secret {
        let bytes = try Base64.decode(body(of: text))
        guard bytes.count >= headCount + macCount else { throw .malformed }
        guard bytes[0] == version else { throw .unsupportedVersion }
        let (salt, iv) = (Array(bytes[1..<17]), Array(bytes[17..<33]))
        let rounds = bytes[33..<headCount].reduce(0) { $0 << 8 | Int($1) }
        let cipher = try cipher(passphrase, salt: salt, rounds: rounds)
        try cipher.verify(bytes.suffix(macCount), of: bytes.dropLast(macCount))
        return cipher.decrypt(Array(bytes[headCount...].dropLast(macCount)), iv: iv)
    }

    /// The Base64 between the header and the footer, without line ends and spaces.
    private static func body(of text: String) throws(CryptoError) -> String {
        guard text.utf8.count <= CryptoLimits.keyFile else { throw .tooLong }
        // Some editors write a mark of the byte order before the text.
        let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        func hasNoSpace(_ byte: UInt8) -> Bool { byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") }
        func isLine(_ line: Substring.UTF8View, _ text: String) -> Bool {
            line.filter(hasNoSpace).elementsEqual(text.utf8.filter(hasNoSpace))
        }
        let lines = text.utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        guard let start = lines.firstIndex(where: { isLine($0, header) }),
            let end = lines[start...].firstIndex(where: { isLine($0, footer) })
        else { throw .malformed }
        return String(decoding: lines[(start + 1)..<end].joined().filter(hasNoSpace), as: UTF8.self)
    }

    private static func cipher(_ passphrase: String, salt: [UInt8], rounds: Int) throws(CryptoError) -> CounterCipher {
        CounterCipher(try Primitives.pbkdf2(passphrase, salt: salt, rounds: rounds, count: 64))
    }
}
