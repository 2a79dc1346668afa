import Testing

@testable import OlmKit

struct MegolmSessionTests {
    private let vectors: Vectors

    init() throws { vectors = try Vectors.load() }

    // MARK: Known answers

    @Test func `messages of vodozemac and libolm decrypt in any order`() throws {
        for vector in vectors.megolm {
            var session = try MegolmInboundSession(sharedKey: vector.sharedKey)
            #expect(session.id == vector.id)
            #expect(session.firstIndex == 0)
            for message in vector.messages + vector.messages.reversed() {
                let decrypted = try session.decrypt(message.body)
                #expect(decrypted.plaintext == [UInt8](text: "message \(message.index)"))
                #expect(decrypted.index == message.index)
                session = try MegolmInboundSession(state: session.state)
            }
        }
    }

    @Test func `sessions exported by vodozemac and libolm equal our exports`() throws {
        for vector in vectors.megolm {
            let session = try MegolmInboundSession(sharedKey: vector.sharedKey)
            #expect(try session.exportedKey(from: vector.exportIndex) == vector.exportedKey)
            var imported = try MegolmInboundSession(exportedKey: vector.exportedKey)
            #expect(imported.firstIndex == vector.exportIndex)
            for message in vector.messages {
                if message.index < vector.exportIndex {
                    #expect(throws: CryptoError.keyUnavailable) { try imported.decrypt(message.body) }
                } else {
                    #expect(try imported.decrypt(message.body).index == message.index)
                }
            }
        }
    }

    // MARK: Round trips

    @Test func `messages decrypt from the index at which the key was shared`() throws {
        var outbound = try MegolmOutboundSession()
        let early = try outbound.encrypt([UInt8](text: "early"))
        var inbound = try MegolmInboundSession(sharedKey: outbound.sharedKey)
        #expect(inbound.firstIndex == 1 && outbound.nextIndex == 1)
        #expect(inbound.id == outbound.id)
        let late = try outbound.encrypt([UInt8](text: "late"))
        #expect(try inbound.decrypt(late) == .init(plaintext: [UInt8](text: "late"), index: 1))
        #expect(throws: CryptoError.keyUnavailable) { try inbound.decrypt(early) }
    }

    @Test func `a message verified by its session's id is decrypted by that session alone`() throws {
        var (outbound, other) = (try MegolmOutboundSession(), try MegolmOutboundSession())
        var inbound = try MegolmInboundSession(sharedKey: outbound.sharedKey)
        let message = try outbound.encrypt([UInt8](text: "hello"))
        let verified = try VerifiedMegolmMessage(message, session: outbound.id)
        #expect(try inbound.decrypt(verified).plaintext == [UInt8](text: "hello"))
        #expect(throws: CryptoError.authenticationFailed) { try VerifiedMegolmMessage(message, session: other.id) }
        let foreign = try VerifiedMegolmMessage(other.encrypt([1]), session: other.id)
        #expect(throws: CryptoError.authenticationFailed) { try inbound.decrypt(foreign) }
    }

    @Test(arguments: [0, 1, 15, 16, 17, 65_536]) func `plaintexts of any length survive`(count: Int) throws {
        var outbound = try MegolmOutboundSession()
        var inbound = try MegolmInboundSession(sharedKey: outbound.sharedKey)
        let plaintext = [UInt8](repeating: 7, count: count)
        #expect(try inbound.decrypt(outbound.encrypt(plaintext)).plaintext == plaintext)
    }

    @Test func `a session restored after each message uses every index once`() throws {
        var outbound = try MegolmOutboundSession(random: .seeded(1))
        var inbound = try MegolmInboundSession(sharedKey: outbound.sharedKey)
        for index in UInt32(0)..<600 {
            let message = try outbound.encrypt([UInt8(index & 0xFF)])
            outbound = try MegolmOutboundSession(state: outbound.state)
            #expect(try inbound.decrypt(message).index == index)
            inbound = try MegolmInboundSession(state: inbound.state)
        }
    }

    @Test func `one state encrypts the same text to the same message`() throws {
        let state = try MegolmOutboundSession().state
        var (first, second) = (try MegolmOutboundSession(state: state), try MegolmOutboundSession(state: state))
        #expect(try first.encrypt([1]) == second.encrypt([1]))
    }

    @Test func `a replayed message has the same index again`() throws {
        var outbound = try MegolmOutboundSession()
        var inbound = try MegolmInboundSession(sharedKey: outbound.sharedKey)
        let message = try outbound.encrypt([1])
        #expect(try inbound.decrypt(message) == inbound.decrypt(message))
    }

    // MARK: Comparison

    @Test func `sessions compare by their first index and their ratchet`() throws {
        let outbound = try MegolmOutboundSession()
        let whole = try MegolmInboundSession(sharedKey: outbound.sharedKey)
        let part = try MegolmInboundSession(exportedKey: whole.exportedKey(from: 257))
        #expect(whole.compare(with: whole) == .equal)
        #expect(whole.compare(with: part) == .readsMore)
        #expect(part.compare(with: whole) == .readsLess)
        let other = try MegolmInboundSession(sharedKey: MegolmOutboundSession().sharedKey)
        #expect(whole.compare(with: other) == .unrelated)
        // The id of the first session with the ratchet of the second.
        let forged = try [UInt8](Base64.decode(other.exportedKey()).prefix(133)) + Base64.decode(whole.id)
        let forgery = try MegolmInboundSession(exportedKey: Base64.encode(forged))
        #expect(forgery.id == whole.id)
        #expect(whole.compare(with: forgery) == .unrelated)
        #expect(part.compare(with: forgery) == .unrelated)
    }

    // MARK: Bad input

    @Test func `a message is refused if any bit of it differs, and the session goes on`() throws {
        var outbound = try MegolmOutboundSession(random: .seeded(1))
        var inbound = try MegolmInboundSession(sharedKey: outbound.sharedKey)
        let message = try outbound.encrypt([UInt8](text: "text"))
        let bytes = try Base64.decode(message)
        for bit in 0..<bytes.count * 8 {
            #expect(throws: CryptoError.self, "bit \(bit)") {
                try inbound.decrypt(Base64.encode(bytes.flipped(bit: bit)))
            }
        }
        for count in 0..<bytes.count {
            #expect(throws: CryptoError.self) { try inbound.decrypt(Base64.encode(Array(bytes[..<count]))) }
        }
        #expect(throws: CryptoError.self) { try inbound.decrypt(Base64.encode(bytes + [0])) }
        #expect(try inbound.decrypt(message).plaintext == [UInt8](text: "text"))
    }

    @Test func `a shared key is refused if any bit of it differs`() throws {
        let bytes = try Base64.decode(MegolmOutboundSession(random: .seeded(1)).sharedKey)
        for bit in 0..<bytes.count * 8 {
            #expect(throws: CryptoError.self, "bit \(bit)") {
                try MegolmInboundSession(sharedKey: Base64.encode(bytes.flipped(bit: bit)))
            }
        }
        for count in [0, 1, 164, 165, 166, 228] {
            #expect(throws: CryptoError.self) {
                try MegolmInboundSession(sharedKey: Base64.encode(Array(bytes[..<count])))
            }
        }
        #expect(throws: CryptoError.malformed) { try MegolmInboundSession(sharedKey: Base64.encode(bytes + [0])) }
        #expect(throws: CryptoError.unsupportedVersion) { try MegolmInboundSession(exportedKey: Base64.encode(bytes)) }
    }

    @Test func `the highest index can be read, but nothing can be encrypted at it`() throws {
        var outbound = try MegolmOutboundSession(random: .seeded(1))
        let first = try MegolmInboundSession(sharedKey: outbound.sharedKey)
        let exported = try first.exportedKey(from: .max - 1)
        var state = try [UInt8](Base64.decode(exported).dropFirst().dropLast(32))
        state = [2, 1] + state + outbound.state.copy.suffix(32)
        outbound = try MegolmOutboundSession(state: Secret(state))
        #expect(outbound.nextIndex == UInt32.max - 1)
        var inbound = first
        #expect(try inbound.decrypt(outbound.encrypt([1])).index == UInt32.max - 1)
        #expect(throws: CryptoError.exhausted) { try outbound.encrypt([2]) }
        #expect(outbound.nextIndex == UInt32.max)
        #expect(try first.exportedKey(from: .max).isEmpty == false)
    }

    @Test func `texts and messages over the limit are refused`() throws {
        var outbound = try MegolmOutboundSession()
        let longest = [UInt8](repeating: 0, count: CryptoLimits.plaintext)
        var inbound = try MegolmInboundSession(sharedKey: outbound.sharedKey)
        #expect(try inbound.decrypt(outbound.encrypt(longest)).plaintext.count == longest.count)
        #expect(throws: CryptoError.tooLong) { try outbound.encrypt(longest + [0]) }
        #expect(outbound.nextIndex == 1)
        let tooLong = String(repeating: "A", count: CryptoLimits.message + 1)
        #expect(throws: CryptoError.tooLong) { try inbound.decrypt(tooLong) }
        #expect(throws: CryptoError.tooLong) { try MegolmInboundSession(sharedKey: tooLong) }
    }

    @Test func `a state that is cut off, too long or of another kind is refused`() throws {
        let outbound = try MegolmOutboundSession()
        let states = [outbound.state.copy, try MegolmInboundSession(sharedKey: outbound.sharedKey).state.copy]
        for state in states {
            for count in [0, 1, 2, 6, 100, state.count - 1] {
                let cut = Secret(Array(state[..<count]))
                #expect(throws: CryptoError.self) { try MegolmOutboundSession(state: cut) }
                #expect(throws: CryptoError.self) { try MegolmInboundSession(state: cut) }
            }
            #expect(throws: CryptoError.malformed) { try MegolmOutboundSession(state: Secret(state + [0])) }
            #expect(throws: CryptoError.malformed) { try MegolmInboundSession(state: Secret(state + [0])) }
        }
        #expect(throws: CryptoError.malformed) { try MegolmInboundSession(state: Secret(states[0])) }
    }
}
