#if canImport(CryptoKit)
    import CryptoKit
#else
    import CSodium
#endif

/// A SHA-256 hash (FIPS 180-4) of bytes that arrive in parts: by CryptoKit where there is one, otherwise by libsodium.
package struct SHA256 {
    #if canImport(CryptoKit)
        private var state = CryptoKit.SHA256()
    #else
        private var state = crypto_hash_sha256_state()
    #endif

    /// Creates the hash of no bytes.
    package init() {
        #if !canImport(CryptoKit)
            crypto_hash_sha256_init(&state)
        #endif
    }

    /// Returns the digest of bytes, as 64 hexadecimal digits.
    package static func digest(of bytes: [UInt8]) -> String {
        var hash = SHA256()
        hash.add(bytes)
        return hash.digest
    }

    /// Adds bytes. The cost is linear in their number, whatever the size of the parts.
    package mutating func add(_ bytes: [UInt8]) {
        #if canImport(CryptoKit)
            state.update(data: bytes)
        #else
            crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count))
        #endif
    }

    /// The digest of all bytes added so far, as 64 hexadecimal digits.
    package var digest: String {
        #if canImport(CryptoKit)
            let bytes = Array(state.finalize())
        #else
            // To finish changes the state, and more bytes may follow.
            var (copy, bytes) = (state, [UInt8](repeating: 0, count: 32))
            crypto_hash_sha256_final(&copy, &bytes)
        #endif
        return bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
