import Testing

@testable import OlmKit

struct OlmChainTests {
    private let secret = Secret([UInt8](repeating: 5, count: 32))
    private let key: AgreementKey

    init() throws { key = try AgreementKey(random: .seeded(1)) }

    /// Messages of one chain, of which only those at the given indexes are made.
    private func messages(at indexes: [Int]) throws -> [OlmNormalMessage] {
        var chain = OlmSendingChain(key: key, secret: secret)
        var messages: [Int: OlmNormalMessage] = [:]
        for index in 0...(indexes.max() ?? 0) { messages[index] = try chain.encrypt([UInt8(index & 0xFF)]) }
        return indexes.compactMap { messages[$0] }
    }

    private var receiving: OlmReceivingChain { OlmReceivingChain(key: key.publicKey, secret: secret) }

    @Test func `a message 2,000 ahead decrypts, one 2,001 ahead does not`() throws {
        var chain = receiving
        let messages = try messages(at: [2_001, 2_000])
        #expect(throws: CryptoError.tooFarAhead) { try chain.decrypt(messages[0]) }
        #expect(try chain.decrypt(messages[1]) == [UInt8(2_000 & 0xFF)])
        #expect(try chain.decrypt(messages[0]) == [UInt8(2_001 & 0xFF)])
    }

    @Test func `the last 40 skipped messages decrypt, earlier ones do not`() throws {
        var chain = receiving
        let messages = try messages(at: [100, 99, 60, 59, 0])
        #expect(try chain.decrypt(messages[0]) == [100])
        #expect(try chain.decrypt(messages[1]) == [99])
        #expect(try chain.decrypt(messages[2]) == [60])
        #expect(throws: CryptoError.keyUnavailable) { try chain.decrypt(messages[3]) }
        #expect(throws: CryptoError.keyUnavailable) { try chain.decrypt(messages[4]) }
    }

    @Test func `a message decrypts once, whether in order or skipped`() throws {
        var chain = receiving
        let messages = try messages(at: [1, 0])
        for message in messages {
            _ = try chain.decrypt(message)
            #expect(throws: CryptoError.keyUnavailable) { try chain.decrypt(message) }
        }
    }

    @Test func `a forged message of a skipped index leaves the key for the right one`() throws {
        var chain = receiving
        let messages = try messages(at: [1, 0])
        _ = try chain.decrypt(messages[0])
        let forgery = try OlmNormalMessage(
            encrypting: [9],
            ratchetKey: key.publicKey,
            index: 0,
            key: Secret([UInt8](repeating: 6, count: 32))
        )
        #expect(throws: CryptoError.authenticationFailed) { try chain.decrypt(forgery) }
        #expect(try chain.decrypt(messages[1]) == [0])
    }

    @Test func `a chain ends at the highest index`() throws {
        var writer = SecretWriter()
        writer.write(secret)
        writer.write(UInt32.max - 1)
        var reader = SecretReader(writer.secret)
        var chain = try OlmChain(from: &reader)
        _ = try chain.next()
        #expect(chain.index == UInt32.max)
        #expect(throws: CryptoError.exhausted) { try chain.next() }
    }

    @Test func `a message at the highest index is too far ahead, or the chain is exhausted`() throws {
        let message = try OlmNormalMessage(encrypting: [1], ratchetKey: key.publicKey, index: .max, key: secret)
        var fresh = receiving
        #expect(throws: CryptoError.tooFarAhead) { try fresh.decrypt(message) }
        var writer = SecretWriter()
        writer.write(key.publicKey.bytes)
        writer.write(secret)
        writer.write(UInt32.max - 10)
        writer.write(count: 0)
        var reader = SecretReader(writer.secret)
        var late = try OlmReceivingChain(from: &reader)
        #expect(throws: CryptoError.exhausted) { try late.decrypt(message) }
    }

    @Test func `more kept keys than the limit are refused in a state`() throws {
        var writer = SecretWriter()
        writer.write(key.publicKey.bytes)
        writer.write(secret)
        writer.write(41)
        writer.write(count: 41)
        for index in 0..<41 as Range<UInt32> {
            writer.write(index)
            writer.write(secret)
        }
        var reader = SecretReader(writer.secret)
        #expect(throws: CryptoError.malformed) { try OlmReceivingChain(from: &reader) }
    }
}
