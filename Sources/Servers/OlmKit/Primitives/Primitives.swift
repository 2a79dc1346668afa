import CCrypto

/// Hashes, MACs, key derivation and ciphers, all of them libcrypto's.
///
/// This file, `Secret.swift` and `Curve25519.swift`, which uses libsodium, are the seam: nothing else in this module calls a library of
/// the system. Functions that do not throw fail only when memory is exhausted, and stop the program then, as Swift's own allocations do.
enum Primitives {
    /// Unchecked, because pointers are not `Sendable`: libcrypto's algorithms are immutable and counted atomically, and the
    /// template of HMAC is only copied.
    private struct Algorithms: @unchecked Sendable {
        let sha256 = EVP_MD_fetch(nil, "SHA256", nil)
        let cbc = EVP_CIPHER_fetch(nil, "AES-256-CBC", nil)
        let counterMode = EVP_CIPHER_fetch(nil, "AES-256-CTR", nil)
        let hkdf = EVP_KDF_fetch(nil, "HKDF", nil)
        let hmac = ccrypto_hmac_template()
    }

    private static let algorithms = Algorithms()

    private static func check(_ result: Int32) { precondition(result == 1, "libcrypto failed, probably out of memory") }

    // MARK: Hashes and keys

    static func sha256(_ bytes: RawSpan) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }

    /// HMAC with SHA-256.
    static func hmac(_ key: Secret, _ message: RawSpan) -> Secret {
        Secret(count: 32) { result in
            key.withUnsafeBytes { key in
                message.withUnsafeBytes { message in
                    check(
                        ccrypto_hmac(
                            algorithms.hmac,
                            key.baseAddress,
                            key.count,
                            message.baseAddress,
                            message.count,
                            result.baseAddress
                        )
                    )
                }
            }
        }
    }

    /// HMAC of a single byte: the step of both ratchets.
    static func hmac(_ key: Secret, _ byte: UInt8) -> Secret { hmac(key, CollectionOfOne(byte).span.bytes) }

    /// HKDF with SHA-256. Throws ``CryptoError/tooLong`` for a context over 1,024 bytes.
    static func hkdf(
        _ secret: Secret,
        salt: Secret? = nil,
        context: String,
        count: Int
    ) throws(CryptoError) -> Secret {
        let context = Array(context.utf8)
        guard context.count <= CryptoLimits.context else { throw .tooLong }
        let salt = salt ?? Secret([])
        return Secret(count: count) { result in
            secret.withUnsafeBytes { secret in
                salt.withUnsafeBytes { salt in
                    check(
                        ccrypto_hkdf(
                            algorithms.hkdf,
                            secret.baseAddress,
                            secret.count,
                            salt.baseAddress,
                            salt.count,
                            context,
                            context.count,
                            result.baseAddress,
                            count
                        )
                    )
                }
            }
        }
    }

    /// The rounds between two looks at whether the task was cancelled.
    private static let roundsAtOnce = 10_000

    /// PBKDF2 with HMAC and SHA-512, for up to 64 bytes.
    ///
    /// Throws ``CryptoError/malformed`` for no rounds, or more than ``CryptoLimits/passphraseRounds``, and ``CryptoError/cancelled`` once
    /// the task that runs it is cancelled.
    static func pbkdf2(_ passphrase: String, salt: [UInt8], rounds: Int, count: Int) throws(CryptoError) -> Secret {
        guard (1...CryptoLimits.passphraseRounds).contains(rounds) else { throw .malformed }
        guard passphrase.utf8.count <= CryptoLimits.message, salt.count <= CryptoLimits.message else { throw .tooLong }
        precondition(count <= 64)
        let hmac = Secret(Array(passphrase.utf8)).withUnsafeBytes { ccrypto_hmac_sha512($0.baseAddress, $0.count) }
        defer { EVP_MAC_CTX_free(hmac) }
        check(hmac == nil ? 0 : 1)
        // The first round is the MAC of the salt and the number of the block; the result is the sum of all rounds.
        var round = Secret(salt + [0, 0, 0, 1])
        let sum = try Secret(count: 64) { sum throws(CryptoError) in
            for start in stride(from: 0, to: rounds, by: roundsAtOnce) {
                guard !Task.isCancelled else { throw .cancelled }
                let some = Int32(min(roundsAtOnce, rounds - start))
                round = Secret(count: 64) { next in
                    round.withUnsafeBytes {
                        check(
                            ccrypto_pbkdf2_rounds(
                                hmac,
                                $0.baseAddress,
                                $0.count,
                                some,
                                next.baseAddress,
                                sum.baseAddress
                            )
                        )
                    }
                }
            }
        }
        return sum[0..<count]
    }

    // MARK: AES

    enum Direction: Int32 {
        case decrypt
        case encrypt
    }

    /// AES-256 in CBC mode with the padding of PKCS #7.
    ///
    /// Decrypt only what is authentic: an attacker could learn from how padding fails.
    static func cbc(
        _ direction: Direction,
        _ bytes: RawSpan,
        key: Secret,
        iv: Secret
    ) throws(CryptoError) -> Secret {
        precondition(key.count == 32 && iv.count == 16)
        guard let count = Int32(exactly: bytes.byteCount), count < .max - 16 else { throw .tooLong }
        var written: Int32 = 0
        let result = try Secret(count: bytes.byteCount + 16) { result throws(CryptoError) in
            let isGood = key.withUnsafeBytes { key in
                iv.withUnsafeBytes { iv in
                    bytes.withUnsafeBytes { bytes in
                        ccrypto_cbc(
                            algorithms.cbc,
                            direction.rawValue,
                            key.baseAddress,
                            iv.baseAddress,
                            bytes.baseAddress,
                            count,
                            result.baseAddress,
                            &written
                        )
                    }
                }
            }
            guard isGood == 1 else { throw .malformed }
        }
        return result[0..<Int(written)]
    }

    /// AES-256 in counter mode, for bytes that come in parts; encrypting and decrypting are the same.
    struct CounterMode: ~Copyable {
        private let context = EVP_CIPHER_CTX_new()

        init(key: Secret, counter: [UInt8]) {
            precondition(key.count == 32 && counter.count == 16)
            key.withUnsafeBytes { key in
                let key = key.baseAddress?.assumingMemoryBound(to: UInt8.self)
                check(EVP_EncryptInit_ex2(context, algorithms.counterMode, key, counter, nil))
            }
        }

        deinit { EVP_CIPHER_CTX_free(context) }

        /// Writes as many bytes as it reads.
        mutating func process(_ bytes: RawSpan, into result: UnsafeMutableRawBufferPointer) {
            var written: Int32 = 0
            bytes.withUnsafeBytes { bytes in
                // libcrypto counts in 32 bits.
                for start in stride(from: 0, to: bytes.count, by: 1 << 30) {
                    let part = bytes[start..<min(start + 1 << 30, bytes.count)]
                    let source = UnsafeRawBufferPointer(rebasing: part).bindMemory(to: UInt8.self).baseAddress
                    let target = result.baseAddress?.advanced(by: start).assumingMemoryBound(to: UInt8.self)
                    check(EVP_EncryptUpdate(context, target, &written, source, Int32(part.count)))
                }
            }
        }

        mutating func process(_ bytes: [UInt8]) -> [UInt8] {
            Array(unsafeUninitializedCapacity: bytes.count) { result, count in
                process(bytes.span.bytes, into: UnsafeMutableRawBufferPointer(result))
                count = bytes.count
            }
        }

        mutating func process(_ secret: Secret) -> Secret {
            Secret(count: secret.count) { result in secret.withBytes { process($0, into: result) } }
        }
    }

    /// SHA-256 of bytes that come in parts.
    struct SHA256: ~Copyable {
        private let context = EVP_MD_CTX_new()

        init() { check(EVP_DigestInit_ex2(context, algorithms.sha256, nil)) }

        deinit { EVP_MD_CTX_free(context) }

        mutating func update(_ bytes: RawSpan) {
            bytes.withUnsafeBytes { check(EVP_DigestUpdate(context, $0.baseAddress, $0.count)) }
        }

        consuming func finish() -> [UInt8] {
            var result = [UInt8](repeating: 0, count: 32)
            check(EVP_DigestFinal_ex(context, &result, nil))
            return result
        }
    }
}

/// Returns the SHA-256 of bytes, in Base64.
package func sha256Text(of bytes: [UInt8]) -> String { Base64.encode(Primitives.sha256(bytes.span.bytes)) }
