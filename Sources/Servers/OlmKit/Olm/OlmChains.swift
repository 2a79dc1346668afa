/// A hash chain that gives one key for each message. A key is gone from the chain once it was taken.
struct OlmChain: Sendable {
    private var secret: Secret
    /// The index of the next key.
    private(set) var index: UInt32

    /// Begins a chain at index 0.
    init(_ secret: Secret) { (self.secret, index) = (secret, 0) }

    /// Returns the key at the current index and moves on. Throws ``CryptoError/exhausted`` at 2^32 - 1.
    mutating func next() throws(CryptoError) -> Secret {
        guard index < .max else { throw .exhausted }
        let key = Primitives.hmac(secret, 1)
        (secret, index) = (Primitives.hmac(secret, 2), index + 1)
        return key
    }

    init(from reader: inout SecretReader) throws(CryptoError) {
        (secret, index) = (try reader.secret(), try reader.number())
    }

    func write(to writer: inout SecretWriter) {
        writer.write(secret)
        writer.write(index)
    }
}

/// The chain that this side encrypts with until the other side answers.
struct OlmSendingChain: Sendable {
    /// The key pair that the other side's next chain is agreed with.
    let key: AgreementKey
    private var chain: OlmChain

    init(key: AgreementKey, secret: Secret) { (self.key, chain) = (key, OlmChain(secret)) }

    /// Encrypts a message with the next key.
    mutating func encrypt(_ plaintext: [UInt8]) throws(CryptoError) -> OlmNormalMessage {
        var next = chain
        let message = try OlmNormalMessage(
            encrypting: plaintext,
            ratchetKey: key.publicKey,
            index: chain.index,
            key: next.next()
        )
        chain = next
        return message
    }

    init(from reader: inout SecretReader) throws(CryptoError) {
        (key, chain) = (try AgreementKey(secret: reader.secret()), try OlmChain(from: &reader))
    }

    func write(to writer: inout SecretWriter) {
        writer.write(key.secret)
        chain.write(to: &writer)
    }
}

/// A chain that the other side encrypts with, and the keys of messages in it that were skipped.
struct OlmReceivingChain: Sendable {
    private struct SkippedKey {
        let index: UInt32
        let key: Secret
    }

    /// The other side's key that tells its chains apart.
    let key: AgreementPublicKey
    private var chain: OlmChain
    /// The last 40 keys of messages that have not come.
    private var skipped: [SkippedKey] = []

    init(key: AgreementPublicKey, secret: Secret) { (self.key, chain) = (key, OlmChain(secret)) }

    /// Decrypts a message of this chain, whose key is then gone. Calls that throw change nothing.
    ///
    /// Throws ``CryptoError/keyUnavailable`` for a message that was decrypted before and ``CryptoError/tooFarAhead`` for one
    /// more than 2,000 messages ahead.
    mutating func decrypt(_ message: OlmNormalMessage) throws(CryptoError) -> [UInt8] {
        guard message.index >= chain.index else {
            guard let place = skipped.firstIndex(where: { $0.index == message.index }) else { throw .keyUnavailable }
            let plaintext = try message.decrypt(with: skipped[place].key)
            skipped.remove(at: place)
            return plaintext
        }
        guard message.index - chain.index <= CryptoLimits.skippedMessages else { throw .tooFarAhead }
        var next = self
        while next.chain.index < message.index {
            next.skipped.append(SkippedKey(index: next.chain.index, key: try next.chain.next()))
        }
        let plaintext = try message.decrypt(with: next.chain.next())
        next.skipped = next.skipped.suffix(CryptoLimits.keptKeys)
        self = next
        return plaintext
    }

    init(from reader: inout SecretReader) throws(CryptoError) {
        (key, chain) = (try reader.agreementPublicKey(), try OlmChain(from: &reader))
        for _ in 0..<(try reader.count(atMost: CryptoLimits.keptKeys)) {
            skipped.append(SkippedKey(index: try reader.number(), key: try reader.secret()))
        }
    }

    func write(to writer: inout SecretWriter) {
        writer.write(key.bytes)
        chain.write(to: &writer)
        writer.write(count: skipped.count)
        for skipped in skipped {
            writer.write(skipped.index)
            writer.write(skipped.key)
        }
    }
}
