import Foundation
import JSONKit
import OlmKit
import Testing

@testable import MatrixCrypto

/// Changed bytes in everything that a homeserver passes on. VIPERCHAT_FUZZ sets the number of inputs (300).
///
/// Each takes about 1 to 2 ms.
@Suite struct HostileInputTests {
    private static let count = ProcessInfo.processInfo.environment["VIPERCHAT_FUZZ"].flatMap(Int.init) ?? 300

    /// Returns a text with some bytes changed, removed, repeated or inserted.
    private func changed(_ bytes: [UInt8], _ random: inout some RandomNumberGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes.removeSubrange(place..<min(place + Int.random(in: 1...40, using: &random), bytes.count))
            case 3: bytes.insert(contentsOf: bytes[place..<min(place + 30, bytes.count)], at: place)
            default:
                bytes.insert(contentsOf: Array(#""}{][,:\null-1e9"#.utf8.shuffled(using: &random).prefix(3)), at: place)
            }
        }
        return bytes
    }

    @Test func `changed input never fails, and never shows what was not said`() async throws {
        var random = SystemRandomNumberGenerator()
        let fixture = try MachineFixture()
        let machine = try fixture.open()
        let keys = try await machine.publish()
        var bob = try PeerDevice()
        try await bob.begin(with: machine, using: keys[0])
        let share = try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)
        try await machine.receive([share])
        try await machine.track(["@bob:test"])
        let event = try bob.event("$1", "Hello")
        let again = try await bob.toDevice("m.room_key", bob.roomKey(), for: machine)
        let inputs = [
            Array(event.content.rawBytes),
            JSONText.object([
                .init(name: "next_batch", value: "s3"), .init(name: "to_device", value: ["events": [again]]),
                .init(name: "device_lists", value: ["changed": ["@bob:test"], "left": ["@eve:test"]]),
                .init(name: "device_one_time_keys_count", value: ["signed_curve25519": .integer(50)]),
                .init(name: "device_unused_fallback_key_types", value: ["signed_curve25519"]),
            ]).bytes,
            JSONText.object([
                .init(
                    name: "device_keys",
                    value: .object([.init(name: "@bob:test", value: ["BOB": bob.keys.published])])
                )
            ]).bytes,
        ]
        for number in 0..<Self.count {
            let kind = number % inputs.count
            guard let json = try? JSONDocument(changed(inputs[kind], &random)).root else { continue }
            switch kind {
            case 0:
                let changed = EncryptedEvent(id: "$1", room: "!room:test", sender: "@bob:test", content: json)
                if case .readable(let message) = try await machine.decrypt([changed])[0] {
                    #expect(message.content["body"]?.string == "Hello")
                }
            case 1: try await machine.receive(json, since: "s2")
            default:
                guard let (query, _) = await machine.query() else { continue }
                _ = try? await machine.acceptQuery(json, to: query)
                #expect(
                    try await machine.devices(of: "@bob:test").allSatisfy {
                        $0.identity == bob.keys.identity.publicKey
                    }
                )
                try await machine.receive([], ["device_lists": ["changed": ["@bob:test"]]])
            }
        }
        #expect(try await machine.texts([event]) == ["Hello"])
    }
}
