import Testing

@testable import OlmKit

struct OlmSessionTests {
    private let alice: AgreementKey
    private let bob: AgreementKey
    private let oneTimeKey: AgreementKey

    init() throws {
        alice = try AgreementKey(random: .seeded(1))
        bob = try AgreementKey(random: .seeded(2))
        oneTimeKey = try AgreementKey(random: .seeded(3))
    }

    private func outbound(seed: UInt64 = 4) throws -> OlmSession {
        try OlmSession(
            from: alice,
            to: bob.publicKey,
            oneTimeKey: oneTimeKey.publicKey,
            random: .seeded(seed)
        )
    }

    private func accept(_ message: OlmMessage) throws -> (session: OlmSession, plaintext: [UInt8]) {
        try OlmSession.accept(message.preKey.unwrapped(), ourKey: bob, oneTimeKey: oneTimeKey)
    }

    /// Both sides of a session after one message each way.
    private func established() throws -> (OlmSession, OlmSession) {
        var ours = try outbound()
        var theirs = try accept(ours.encrypt([1])).session
        _ = try ours.decrypt(theirs.encrypt([2]))
        return (ours, theirs)
    }

    // MARK: Beginning a session

    @Test func `both sides agree on the id and the first message`() throws {
        var ours = try outbound()
        let message = try ours.encrypt([UInt8](text: "hello"))
        let preKey = try message.preKey.unwrapped()
        #expect(preKey.oneTimeKey == oneTimeKey.publicKey && preKey.senderKey == alice.publicKey)
        let (theirs, plaintext) = try accept(message)
        #expect(plaintext == [UInt8](text: "hello"))
        #expect(theirs.id == ours.id && preKey.sessionID == ours.id)
        #expect(theirs.isBegun(by: preKey) && ours.isBegun(by: preKey))
    }

    @Test func `the creator sends pre-key messages until it has received one`() throws {
        var ours = try outbound()
        var theirs = try accept(ours.encrypt([1])).session
        #expect(!ours.hasReceived && theirs.hasReceived)
        let second = try ours.encrypt([2])
        #expect(second.type == 0)
        #expect(try theirs.decrypt(second) == [2])
        let answer = try theirs.encrypt([3])
        #expect(answer.type == 1)
        #expect(try ours.decrypt(answer) == [3])
        #expect(ours.hasReceived)
        #expect(try ours.encrypt([4]).type == 1)
    }

    @Test func `the first message need not be the first to come`() throws {
        var ours = try outbound()
        let messages = try (0..<5).map { try ours.encrypt([UInt8($0)]) }
        var (theirs, plaintext) = try accept(messages[3])
        #expect(plaintext == [3])
        for index in [4, 0, 2, 1] { #expect(try theirs.decrypt(messages[index]) == [UInt8(index)]) }
    }

    @Test func `a pre-key message for another one-time key is refused`() throws {
        var ours = try outbound()
        let message = try ours.encrypt([1]).preKey.unwrapped()
        #expect(throws: CryptoError.wrongKey) {
            try OlmSession.accept(message, ourKey: bob, oneTimeKey: AgreementKey())
        }
        #expect(throws: CryptoError.authenticationFailed) {
            try OlmSession.accept(message, ourKey: AgreementKey(), oneTimeKey: oneTimeKey)
        }
    }

    @Test func `keys of low order begin no session`() throws {
        let low = try AgreementPublicKey([1] + [UInt8](repeating: 0, count: 31))
        #expect(throws: CryptoError.invalidKey) {
            try OlmSession(from: alice, to: low, oneTimeKey: oneTimeKey.publicKey)
        }
        #expect(throws: CryptoError.invalidKey) { try OlmSession(from: alice, to: bob.publicKey, oneTimeKey: low) }
        var ours = try outbound()
        let message = try ours.encrypt([1]).preKey.unwrapped()
        let forgeries = [
            OlmSessionKeys(identityKey: low, baseKey: message.keys.baseKey, oneTimeKey: oneTimeKey.publicKey),
            OlmSessionKeys(identityKey: alice.publicKey, baseKey: low, oneTimeKey: oneTimeKey.publicKey),
        ]
        for keys in forgeries {
            let forgery = OlmPreKeyMessage(keys: keys, message: message.message)
            #expect(throws: CryptoError.invalidKey) {
                try OlmSession.accept(forgery, ourKey: bob, oneTimeKey: oneTimeKey)
            }
        }
    }

    // MARK: Conversations

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `shuffled messages both ways decrypt once, with the state restored after each`(seed: UInt64) throws {
        var (ours, theirs) = try established()
        var generator = SplitMix(seed: seed)
        for turn in 0..<8 {
            for isOurs in [true, false] {
                let count = Int.random(in: 1...6, using: &generator)
                var messages: [(text: [UInt8], message: OlmMessage)] = []
                for index in 0..<count {
                    let text = [UInt8](text: "\(turn) \(index)")
                    let message = isOurs ? try ours.encrypt(text) : try theirs.encrypt(text)
                    messages.append((text, message))
                    (ours, theirs) = (try OlmSession(state: ours.state), try OlmSession(state: theirs.state))
                }
                for (text, message) in messages.shuffled(using: &generator) {
                    let message = try OlmMessage(type: message.type, body: message.body)
                    #expect(try (isOurs ? theirs.decrypt(message) : ours.decrypt(message)) == text)
                    (ours, theirs) = (try OlmSession(state: ours.state), try OlmSession(state: theirs.state))
                    #expect(throws: CryptoError.keyUnavailable) {
                        _ = try isOurs ? theirs.decrypt(message) : ours.decrypt(message)
                    }
                }
            }
        }
    }

    @Test func `messages that cross each other decrypt on both sides`() throws {
        var (ours, theirs) = try established()
        for turn in UInt8(0)..<20 {
            let (question, answer) = (try ours.encrypt([turn]), try theirs.encrypt([turn]))
            #expect(try theirs.decrypt(question) == [turn])
            #expect(try ours.decrypt(answer) == [turn])
        }
    }

    @Test func `a message of the fifth chain back decrypts, one of the sixth does not`() throws {
        var (ours, theirs) = try established()
        var delayed: [OlmMessage] = []
        for turn in UInt8(0)..<6 {
            let messages = [try ours.encrypt([turn]), try ours.encrypt([100 + turn])]
            delayed.append(messages[0])
            _ = try theirs.decrypt(messages[1])
            _ = try ours.decrypt(theirs.encrypt([turn]))
        }
        #expect(throws: CryptoError.self) { try theirs.decrypt(delayed[0]) }
        for turn in 1..<6 { #expect(try theirs.decrypt(delayed[turn]) == [UInt8(turn)]) }
    }

    @Test func `one state encrypts the same text to the same message`() throws {
        let state = try established().0.state
        var (first, second) = (try OlmSession(state: state), try OlmSession(state: state))
        #expect(try first.encrypt([1], random: .seeded(9)) == second.encrypt([1], random: .seeded(9)))
    }

    @Test(arguments: [0, 1, 15, 16, 17, 65_536]) func `plaintexts of any length survive`(count: Int) throws {
        var (ours, theirs) = try established()
        let plaintext = [UInt8](repeating: 7, count: count)
        #expect(try theirs.decrypt(ours.encrypt(plaintext)) == plaintext)
    }

    // MARK: Bad input

    @Test func `a pre-key message is refused if any bit of it differs`() throws {
        var ours = try outbound()
        let bytes = try Base64.decode(ours.encrypt([UInt8](text: "text")).body)
        for bit in 0..<bytes.count * 8 {
            #expect(throws: (any Error).self, "bit \(bit)") {
                try accept(OlmMessage(type: 0, body: Base64.encode(bytes.flipped(bit: bit))))
            }
        }
        for count in 0..<bytes.count {
            #expect(throws: (any Error).self) {
                try accept(OlmMessage(type: 0, body: Base64.encode(Array(bytes[..<count]))))
            }
        }
    }

    @Test func `a message is refused if any bit of it differs, and the session goes on`() throws {
        var (ours, theirs) = try established()
        let message = try ours.encrypt([UInt8](text: "text"))
        let bytes = try Base64.decode(message.body)
        let state = theirs.state
        for bit in 0..<bytes.count * 8 {
            #expect(throws: CryptoError.self, "bit \(bit)") {
                try theirs.decrypt(OlmMessage(type: 1, body: Base64.encode(bytes.flipped(bit: bit))))
            }
        }
        #expect(theirs.state == state)
        #expect(try theirs.decrypt(message) == [UInt8](text: "text"))
    }

    @Test func `a message of another session changes nothing`() throws {
        var (ours, _) = try established()
        var other = try outbound(seed: 5)
        let preKey = try other.encrypt([1])
        let state = ours.state
        #expect(throws: CryptoError.wrongKey) { try ours.decrypt(preKey) }
        #expect(throws: CryptoError.self) { try ours.decrypt(.normal(preKey.normal)) }
        #expect(ours.state == state)
        // A message of this session under the keys of the other one.
        var creator = try outbound()
        var theirs = try accept(creator.encrypt([1])).session
        let message = try creator.encrypt([2])
        let keys = try preKey.preKey.unwrapped().keys
        #expect(throws: CryptoError.wrongKey) {
            try theirs.decrypt(.preKey(OlmPreKeyMessage(keys: keys, message: message.normal)))
        }
    }

    @Test func `unknown types, long bodies and other versions are refused`() throws {
        var ours = try outbound()
        let body = try ours.encrypt([1]).body
        #expect(throws: CryptoError.unsupportedVersion) { try OlmMessage(type: 2, body: body) }
        #expect(throws: CryptoError.malformed) { try OlmMessage(type: 0, body: "") }
        #expect(throws: CryptoError.malformed) { try OlmMessage(type: 1, body: "") }
        let tooLong = String(repeating: "A", count: CryptoLimits.message + 1)
        #expect(throws: CryptoError.tooLong) { try OlmMessage(type: 0, body: tooLong) }
        #expect(throws: CryptoError.tooLong) {
            try ours.encrypt([UInt8](repeating: 0, count: CryptoLimits.plaintext + 1))
        }
        let other = try [4] + Base64.decode(body).dropFirst()
        #expect(throws: CryptoError.unsupportedVersion) { try OlmMessage(type: 0, body: Base64.encode(other)) }
    }

    @Test func `a state that is cut off, too long or impossible is refused`() throws {
        var (ours, theirs) = try established()
        _ = try (0..<3).map { try ours.encrypt([$0]) }
        _ = try theirs.decrypt(ours.encrypt([9]))
        let bytes = theirs.state.copy
        #expect(throws: Never.self) { try OlmSession(state: Secret(bytes)) }
        for count in 0..<bytes.count {
            #expect(throws: CryptoError.self) { try OlmSession(state: Secret(Array(bytes[..<count]))) }
        }
        #expect(throws: CryptoError.malformed) { try OlmSession(state: Secret(bytes + [0])) }
        // The flags and the number of chains come after the kind, the version, three keys and the root key.
        for (place, value) in [(130, 2), (131, 2), (132, 6)] as [(Int, UInt8)] {
            var changed = bytes
            changed[place] = value
            #expect(throws: CryptoError.self) { try OlmSession(state: Secret(changed)) }
        }
        let neither = bytes[..<131] + [0, 0]
        #expect(throws: CryptoError.malformed) { try OlmSession(state: Secret(Array(neither))) }
    }
}

extension OlmMessage {
    fileprivate var preKey: OlmPreKeyMessage? {
        guard case .preKey(let message) = self else { return nil }
        return message
    }
}
