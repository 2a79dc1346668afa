import Foundation
import JSONKit
import OlmKit
import Testing

@testable import MatrixCrypto

/// Two sides of a verification against each other, and against a wire that changes messages.
@Suite struct VerificationTests {
    /// The id of a master key comes behind that of the device, or before it.
    @Test(arguments: ["annsMaster", "AMaster"])
    func `two devices see the same emoji and numbers, and both keys are proved`(annsMaster: String) throws {
        var pair = try VerificationPair(annMaster: annsMaster)
        pair.deliver()
        guard case .comparing(let emoji, let numbers) = pair.ann.stage else { throw CryptoStoreError.lost }
        #expect(pair.bob.stage == .comparing(emoji: emoji, numbers: numbers))
        #expect(emoji.count == 7 && numbers.count == 3)
        pair.send(pair.ann.confirm(), byAnn: true)
        pair.deliver()
        #expect(pair.stages == ["confirmed", "comparing"])
        #expect(pair.ann.confirmed == nil && pair.bob.confirmed == nil)
        pair.send(pair.bob.confirm(), byAnn: false)
        pair.deliver()
        #expect(pair.stages == ["done", "done"])
        #expect(pair.ann.confirmed?.signing == pair.bob.ours.signing && pair.ann.confirmed?.master == "bobsMaster")
        #expect(pair.bob.confirmed?.signing == pair.ann.ours.signing && pair.bob.confirmed?.master == annsMaster)
    }

    @Test func `a master key that only one side knows is not proved, but the device is`() throws {
        var pair = try VerificationPair(annMaster: nil, bobMaster: nil) {
            .init(device: $0.device, signing: $0.signing, master: "shown")
        }
        pair.deliver()
        pair.confirm()
        #expect(pair.stages == ["done", "done"])
        #expect(pair.ann.confirmed?.master == nil && pair.bob.confirmed?.master == nil)
    }

    @Test(arguments: ["signing", "master", "hidden", "name"])
    func `keys that the homeserver made up or hides end it on both sides`(_ changed: String) throws {
        let other = try SigningKey().publicKey.base64
        var pair = try VerificationPair(bobMaster: changed == "name" ? "BOB" : "bobsMaster") { bob in
            .init(
                device: bob.device,
                signing: changed == "signing" ? other : bob.signing,
                master: changed == "master" ? other : changed == "hidden" ? nil : bob.master
            )
        }
        pair.deliver()
        pair.confirm()
        #expect(pair.stages[0] == "we: m.key_mismatch" && pair.ann.confirmed == nil)
    }

    @Test func `the device that answers first takes part, and the others are told`() throws {
        var pair = try VerificationPair()
        let messages = pair.ann.receive("ready", pair.wire[0].message.content)
        #expect(messages.map(\.devices) == [["PHONE"], ["BOB"]])
        #expect(messages[0].content["code"] == "m.accepted")
        let late = pair.wire[0].message.content.with("from_device", "PHONE")
        #expect(pair.ann.receive("ready", late).isEmpty && pair.ann.stage == .ready)
    }

    @Test func `in a room the other devices see who answered, and are not told`() throws {
        let parties = try ["BOB", "PHONE"].map { try VerificationPair.party("@bob:test", $0) }
        var ann = Verification(
            asking: parties,
            of: "@bob:test",
            by: try VerificationPair.party("@ann:test", "ANN"),
            transaction: "T",
            in: "!room:test",
            at: VerificationPair.start,
            random: SecureRandom()
        )
        let messages = ann.receive("ready", ["from_device": "BOB", "methods": ["m.sas.v1"]])
        #expect(messages.map(\.type) == ["m.key.verification.start"])
    }

    @Test(arguments: ["@bob:test", "@ann:test"])
    func `of two starts, that of the lesser user or device counts`(bobsUser: String) throws {
        var pair = try VerificationPair(bobsUser: bobsUser)
        // Bob's client starts as soon as it is ready, which the specification allows.
        let bobs = Verification(
            asking: [pair.ann.ours],
            of: "@ann:test",
            by: pair.bob.ours,
            transaction: "T",
            at: VerificationPair.start,
            random: SecureRandom()
        )
        var starting = bobs
        let ready: JSONText = ["from_device": "ANN", "methods": ["m.sas.v1"], "transaction_id": "T"]
        let start = starting.receive("ready", ready)
        pair.bob = starting
        pair.deliver(1)
        pair.send(start, byAnn: false)
        pair.deliver()
        #expect(pair.stages == ["comparing", "comparing"])
        #expect(pair.ann.stage == pair.bob.stage)
        pair.confirm()
        #expect(pair.stages == ["done", "done"])
    }

    // MARK: Attacks

    @Test func `a key that does not fit its commitment ends it`() throws {
        var pair = try VerificationPair()
        let other = try ShortAuthentication().publicKey
        pair.change = { message in
            guard message.type.hasSuffix("key"), message.devices == ["ANN"] else { return message }
            return message.with("key", .string(other))
        }
        pair.deliver()
        #expect(pair.stages == ["we: m.mismatched_commitment", "they: m.mismatched_commitment"])
    }

    @Test func `a start that was changed on its way ends it`() throws {
        var pair = try VerificationPair()
        pair.change = { message in
            guard message.type.hasSuffix("start") else { return message }
            return message.with("extra", "x")
        }
        pair.deliver()
        #expect(pair.stages[0] == "we: m.mismatched_commitment")
    }

    @Test func `a key that somebody in between replaces gives other emoji`() throws {
        var pair = try VerificationPair()
        let other = try ShortAuthentication().publicKey
        pair.change = { message in
            guard message.type.hasSuffix("key"), message.devices == ["BOB"] else { return message }
            return message.with("key", .string(other))
        }
        pair.deliver()
        #expect(pair.stages == ["comparing", "comparing"] && pair.ann.stage != pair.bob.stage)
        // People who do not look are protected by the MACs.
        pair.confirm()
        #expect(pair.stages[0].hasSuffix("m.key_mismatch"))
        #expect(pair.ann.confirmed == nil && pair.bob.confirmed == nil)
    }

    @Test func `each changed byte of a MAC message ends it`() throws {
        var pair = try VerificationPair()
        pair.deliver()
        let message = try #require(pair.bob.confirm().first)
        let bytes = message.content["mac"].map(\.bytes) ?? []
        var refused = 0
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            guard let value = (try? JSONDocument(changed).root).flatMap(JSONText.init(exactly:)), value.bytes != bytes
            else { continue }
            var ann = pair.ann
            _ = ann.receive("mac", message.content.with("mac", value))
            #expect(ann.isEnded && ann.confirmed == nil, "\(index)")
            refused += 1
        }
        #expect(refused > 100)
    }

    @Test func `MACs of this side that come back prove nothing`() throws {
        var pair = try VerificationPair()
        pair.deliver()
        let own = try #require(pair.ann.confirm().first)
        _ = pair.ann.receive("mac", own.content)
        #expect(pair.ann.stage.name == "we: m.key_mismatch")
    }

    @Test func `right MACs that leave out the device's own key prove nothing`() throws {
        var pair = try VerificationPair()
        pair.deliver()
        guard case .agreed(let code) = pair.bob.step else { throw CryptoStoreError.lost }
        _ = pair.ann.receive("mac", ["mac": [:], "keys": .string(try code.mac(of: "", keyID: "KEY_IDS"))])
        #expect(pair.ann.stage.name == "we: m.key_mismatch")
    }

    @Test func `a repeated message ends it, as one out of turn does`() throws {
        var pair = try VerificationPair()
        let ready = pair.wire[0].message.content
        pair.deliver()
        var (again, early) = (pair.ann, try VerificationPair())
        _ = again.receive("ready", ready)
        #expect(again.stage.name == "we: m.unexpected_message")
        let answer = early.bob.receive("mac", ["mac": [:], "keys": ""])
        #expect(early.bob.stage.name == "we: m.unexpected_message" && answer.map(\.devices) == [["ANN"]])
        #expect(early.bob.receive("key", [:]).isEmpty, "ended")
    }

    @Test func `a side that offers no supported way is refused`() throws {
        for name in [
            "method", "hashes", "message_authentication_codes", "key_agreement_protocols",
            "short_authentication_string",
        ] {
            var pair = try VerificationPair()
            pair.change = { message in
                guard message.type.hasSuffix("start") else { return message }
                return message.with(name, ["old"])
            }
            pair.deliver()
            #expect(pair.stages == ["they: m.unknown_method", "we: m.unknown_method"])
        }
    }

    @Test(arguments: ["hash", "key_agreement_protocol", "message_authentication_code", "short_authentication_string"])
    func `an answer that chooses another way than was offered ends it`(_ name: String) throws {
        var pair = try VerificationPair()
        pair.change = { message in
            guard message.type.hasSuffix("accept") else { return message }
            return message.with(name, name == "short_authentication_string" ? ["old"] : "old")
        }
        pair.deliver()
        #expect(pair.stages == ["we: m.unknown_method", "they: m.unknown_method"])
    }

    @Test func `a device that is ready for other ways only is told so`() throws {
        var pair = try VerificationPair()
        let ready = pair.wire[0].message.content.with("methods", ["m.qr_code.show.v1"])
        let messages = pair.ann.receive("ready", ready)
        #expect(messages.map(\.devices) == [["PHONE"], ["BOB"]])
        #expect(messages.map { $0.content["code"] } == ["m.accepted", "m.unknown_method"])
        #expect(pair.ann.stage.name == "we: m.unknown_method")
    }

    @Test func `a start in the name of another device ends it`() throws {
        var pair = try VerificationPair()
        pair.change = { message in
            guard message.type.hasSuffix("start") else { return message }
            return message.with("from_device", "PHONE")
        }
        pair.deliver()
        #expect(pair.stages == ["they: m.invalid_message", "we: m.invalid_message"])
    }

    @Test(arguments: [(100, "we: m.key_mismatch"), (101, "we: m.invalid_message")])
    func `more than 100 MACs are not checked`(count: Int, stage: String) throws {
        var pair = try VerificationPair()
        pair.deliver()
        let macs = (1...count).map { JSONText.Member(name: "ed25519:\($0)", value: "x") }
        _ = pair.ann.receive("mac", ["mac": .object(macs), "keys": "x"])
        #expect(pair.ann.stage.name == stage)
    }

    // MARK: Ends

    @Test func `it ends after ten minutes, and when the clock goes back`() throws {
        var pair = try VerificationPair()
        #expect(pair.ann.expire(at: VerificationPair.start + 599).isEmpty && pair.ann.stage == .waiting)
        var early = pair.bob
        #expect(pair.ann.expire(at: VerificationPair.start + 600).map(\.devices) == [["BOB", "PHONE"]])
        #expect(pair.ann.stage.name == "we: m.timeout")
        #expect(early.expire(at: VerificationPair.start - 1).count == 1)
    }

    @Test func `either side can cancel, and the other learns why`() throws {
        var pair = try VerificationPair()
        pair.deliver()
        pair.send(pair.bob.cancel(.mismatch), byAnn: false)
        pair.deliver()
        #expect(pair.stages == ["they: m.mismatched_sas", "we: m.mismatched_sas"])
        #expect(pair.ann.confirm().isEmpty && pair.ann.confirmed == nil)
    }

    @Test func `requests that are old, from the future or malformed are ignored`() throws {
        let pair = try VerificationPair()
        let request = pair.ann.request().first?.content ?? pair.ann.message("request", [:]).content
        let valid: JSONText = [
            "from_device": "ANN", "methods": ["m.sas.v1"], "timestamp": .integer(1_800_000_000_000),
            "transaction_id": "T",
        ]
        func taken(_ content: JSONText) -> Verification? {
            Verification(
                request: content,
                from: "@ann:test",
                to: pair.bob.ours,
                at: VerificationPair.start,
                random: SecureRandom()
            )
        }
        func isTaken(_ content: JSONText) -> Bool { taken(content) != nil }
        #expect(isTaken(valid) && isTaken(request))
        let early = taken(valid.with("timestamp", .integer(1_800_000_200_000)))
        #expect(early?.isExpired(at: VerificationPair.start) == false, "their clock is a little fast")
        #expect(isTaken(valid.with("timestamp", .integer(1_800_000_300_000))))
        #expect(isTaken(valid.with("transaction_id", .string(String(repeating: "x", count: 255)))))
        for (name, value) in [
            ("timestamp", .integer(1_799_999_400_000)), ("timestamp", .integer(1_800_000_300_001)),
            ("timestamp", .integer(.min)),
            ("from_device", ""), ("methods", "m.sas.v1"), ("transaction_id", .null),
            ("transaction_id", .string(String(repeating: "x", count: 256))),
        ] as [(String, JSONText)] {
            #expect(!isTaken(valid.with(name, value)), "\(name) \(value)")
        }
    }

    @Test func `random messages in any order prove nothing and end in bounds`() throws {
        var pair = try VerificationPair()
        pair.deliver()
        let names = ["request", "ready", "start", "accept", "key", "mac", "done", "cancel", "x"]
        let members = ["key", "mac", "keys", "commitment", "from_device", "methods", "method", "hash", "code"]
        let key = try ShortAuthentication().publicKey
        let values: [JSONText] = [
            .null, "", "BOB", .string(key), ["m.sas.v1"], [:], ["ed25519:BOB": .string(key)], true, .integer(.max),
            .string(String(repeating: "A", count: 2000)),
        ]
        let beginnings = try [VerificationPair().ann, VerificationPair().bob, pair.ann, pair.bob]
        var (state, inputs, unbounded, proved) = (UInt64(1), 0, 0, 0)
        func below(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        while inputs < 10_000 {
            var side = beginnings[below(4)]
            for _ in 0..<8 {
                var content: JSONText = [:]
                for _ in 0..<below(5) { content = content.with(members[below(9)], values[below(10)]) }
                if side.receive(names[below(9)], content).count > 2 { unbounded += 1 }
                inputs += 1
            }
            if side.confirmed != nil { proved += 1 }
        }
        #expect(unbounded == 0 && proved == 0)
    }
}

extension VerificationMessage {
    /// The message with another member in its content.
    fileprivate func with(_ name: String, _ value: JSONText) -> VerificationMessage {
        VerificationMessage(type: type, content: content.with(name, value), user: user, devices: devices)
    }
}
