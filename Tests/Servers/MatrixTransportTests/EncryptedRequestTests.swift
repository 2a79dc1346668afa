import ChatTypes
import Foundation
import HTTPClient
import JSONKit
import MatrixCrypto
import OlmKit
import SQLiteKit
import Testing

@testable import MatrixTransport

/// Requests that a device sends by itself while it is connected, to a homeserver that a test simulates.
@Suite struct EncryptedRequestTests {
    private let world: TransportFixture
    /// The keys of another device of the account, as it published them.
    private let keys: JSONText

    init() throws {
        let world = try TransportFixture(isEncrypting: true)
        let other = try world.machine(of: me, "B")
        let keys = try world.result { _ in try await other.upload().unwrapped() }
        (self.world, self.keys) = (world, keys)
        world.http.answer = { call in
            var body: JSONText = [:]
            switch call.path.dropFirst().joined(separator: "/") {
            case "keys/query": body = ["device_keys": ["@me:test": ["B": keys["device_keys"] ?? [:]]]]
            case "keys/claim":
                guard case .object(let all)? = keys["one_time_keys"] else { throw Missing() }
                body = ["one_time_keys": ["@me:test": ["B": .object([all[0]])]]]
            case "keys/upload": body = ["one_time_key_counts": ["signed_curve25519": .integer(50)]]
            default: break
            }
            return HTTPResponse(status: 200, body: body.bytes)
        }
    }

    /// Has the device send what is due from now on, and trust the other one.
    private func connect() throws {
        world.begin { await $0.encryption?.sendRequests() }
        world.run(.seconds(1))
        try execute("UPDATE device SET trust = 1")
    }

    private func execute(_ sql: String) throws {
        let path = world.folder.url.appending(path: "crypto.sqlite").path
        try SQLiteConnection(.file(path: path), isWritable: true).execute(sql)
    }

    /// Takes in a sync response with one message of the other device, and sends what is due then.
    private func receive(_ type: String, _ content: JSONText) throws {
        let event: JSONText = ["type": .string(type), "sender": "@me:test", "content": content]
        let body: JSONText = ["next_batch": "2", "to_device": ["events": .array([event])]]
        let (encryption, response) = (try world.transport.encryption.unwrapped(), try JSONDocument(body.bytes).root)
        try world.result { _ in try await encryption.receive(response, since: "1") }
        world.run(.seconds(1))
    }

    /// The messages that were sent to the other device, by the types.
    private var sent: [(type: String, content: JSONValue?)] {
        world.http.calls.filter { $0.path.contains("sendToDevice") }.map { call in
            (call.path.dropLast().last ?? "", call.body?["messages"]?["@me:test"]?["B"])
        }
    }

    @Test func `a trusted device of the account that asks for a key gets it`() throws {
        let session = try world.addKey()
        try connect()
        let body: JSONText = [
            "algorithm": "m.megolm.v1.aes-sha2", "room_id": "!room:test", "session_id": .string(session),
        ]
        try receive(
            "m.room_key_request",
            ["action": "request", "requesting_device_id": "B", "request_id": "1", "body": body]
        )
        #expect(sent.map(\.type) == ["m.room.encrypted"])
        #expect(sent.first?.content?["algorithm"]?.string == "m.olm.v1.curve25519-aes-sha2")
    }

    @Test func `a trusted device of the account is asked for a key that does not come`() throws {
        try connect()
        var outbound = try MegolmOutboundSession()
        let event: JSONText = [
            "type": "m.room.encrypted", "event_id": "$1", "sender": "@ada:test", "origin_server_ts": .integer(1000),
            "content": [
                "algorithm": "m.megolm.v1.aes-sha2", "session_id": .string(outbound.id),
                "ciphertext": .string(try outbound.encrypt(Array("{}".utf8))),
            ],
        ]
        let events = RoomEvent.list(try JSONDocument(JSONText.array([event]).bytes).root)
        let read = try world.result { try await $0.read(events, in: room) }
        #expect(read.map(\.awaitedSession) == [SessionID(outbound.id)])
        try receive("m.other", [:])
        #expect(sent.isEmpty, "it may come by itself")
        try execute("UPDATE wanted SET second = second - 30")
        try receive("m.another", [:])
        #expect(sent.map(\.type) == ["m.room_key_request"])
        #expect(sent.first?.content?["action"]?.string == "request")
        #expect(sent.first?.content?["body"]?["session_id"]?.string == outbound.id)
    }

    @Test func `a device that lacks a session gets a new one, and a message that tells it`() throws {
        try connect()
        let identity = try (keys["device_keys"]?["keys"]?["curve25519:B"]).unwrapped()
        try receive("m.room_key.withheld", ["code": "m.no_olm", "sender_key": identity])
        let claim = try world.http.calls.last { $0.path.last == "claim" }.unwrapped()
        #expect(claim.body?["one_time_keys"]?["@me:test"]?["B"]?.string == "signed_curve25519")
        #expect(sent.map(\.type) == ["m.room.encrypted"])
        #expect(sent.first?.content?["algorithm"]?.string == "m.olm.v1.curve25519-aes-sha2")
    }

    @Test func `a key that an earlier process had is new again for an event that still waits for it`() throws {
        let session = try world.addKey()
        func newKeys() throws -> [SessionID] {
            try world.result { try await $0.encryption.unwrapped().machine.newRoomKeys().map(\.session) }
        }
        try world.result { transport in
            let machine = try transport.encryption.unwrapped().machine
            try await machine.confirm(machine.newRoomKeys())
        }
        #expect(try newKeys() == [])
        let event = text(1).replacing("m.room.message", with: "m.room.encrypted")
        var response = try syncAnswer(answer("1", event, state: adasRoomState))
        response.joined[0].update.timeline[0].reading = .waiting(session: SessionID(session), .noKey)
        _ = try world.result { [world, response] _ in try await world.ledger.apply(response, since: nil) }
        try connect()
        #expect(try newKeys() == [SessionID(session)])
    }
}
