import ChatTypes
import Foundation
import JSONKit
import OlmKit
import Synchronization
import Testing

@testable import MatrixCrypto

/// The device of Ann, two of Bob and another one of Ann, in one room.
final class RoomFixture: Sendable {
    static let room: ChatID = "!room:test"
    static let users: [ContactID] = ["@ann:test", "@bob:test"]
    let fixture: MachineFixture
    let ann: EncryptionMachine
    private let readers = Mutex(users)
    let others: [(fixture: MachineFixture, machine: EncryptionMachine, user: String)]

    init() throws {
        fixture = try MachineFixture()
        ann = try fixture.open()
        others = try [("@bob:test", "BOB"), ("@bob:test", "PHONE"), ("@ann:test", "TABLET")].map { user, device in
            let fixture = try MachineFixture()
            return (fixture, try fixture.open(user: user, device: device), user)
        }
    }

    var bob: EncryptionMachine { others[0].machine }

    /// Passes on requests between the machines, as a homeserver would, and returns the devices that got messages.
    ///
    /// - Parameter keyless: the devices that have no one-time keys.
    @discardableResult
    func share(
        with users: [ContactID] = users,
        devices: [Int] = [0, 1, 2],
        keyless: [Int] = [],
        from ann: EncryptionMachine? = nil,
        rotation: Rotation = .standard,
        onlySigned: Bool = false,
        isSent: Bool = true
    ) async throws -> [String] {
        let ann = ann ?? self.ann
        readers.withLock { $0 = users }
        try await ann.track(users)
        try await ann.receive([], ["device_lists": ["changed": .array(users.map { .id($0) })]])
        var lists: [String: [JSONText.Member]] = ["@ann:test": [], "@bob:test": []]
        for index in devices {
            let own = await others[index].machine.keys
            lists[own.user, default: []].append(.init(name: own.device, value: own.published))
        }
        let members = lists.map { JSONText.Member(name: $0.key, value: .object($0.value)) }
        let (query, _) = try #require(await ann.query())
        try await ann.acceptQuery(
            try JSONText.object([.init(name: "device_keys", value: .object(members))]).parsed,
            to: query
        )
        if try await ann.claim(for: users) != nil {
            try await ann.acceptClaim(claimed(devices.filter { !keyless.contains($0) }))
        }
        try await ann.share(in: Self.room, with: { _ in users }, rotation: rotation, onlySigned: onlySigned)
        guard isSent else { return [] }
        return try await deliver(from: ann)
    }

    /// The homeserver's answer to a claim of keys of some devices.
    func claimed(_ devices: [Int]) async throws -> JSONValue {
        var claimed: [String: [JSONText.Member]] = [:]
        for index in devices {
            let (own, body) = (await others[index].machine.keys, try await others[index].machine.upload())
            guard case .object(let keys)? = body?["one_time_keys"], let key = keys.first else { continue }
            claimed[own.user, default: []].append(.init(name: own.device, value: .object([key])))
        }
        let answer = claimed.map { JSONText.Member(name: $0.key, value: .object($0.value)) }
        return try JSONText.object([.init(name: "one_time_keys", value: .object(answer))]).parsed
    }

    /// The most requests of one delivery. A request that is never removed would be delivered without end.
    private static let requestLimit = 100

    /// Delivers the to-device messages of a room, or of none; returns the devices that got any.
    ///
    /// Fails the test after 100 requests.
    @discardableResult
    func deliver(from ann: EncryptionMachine? = nil, in room: ChatID = room) async throws -> [String] {
        let ann = ann ?? self.ann
        var (reached, requests): ([String], Int) = ([], 0)
        while let (id, type, body) = try await ann.nextShare(in: room) {
            requests += 1
            try #require(requests <= Self.requestLimit, "A request to devices is still there after it was sent")
            for (_, machine, user) in others {
                let device = await machine.keys.device
                guard let content = body["messages"]?[user]?[device] else { continue }
                reached.append(type == "m.room.encrypted" ? device : "\(device): \(type)")
                let event: JSONText = ["type": .string(type), "sender": "@ann:test", "content": content]
                try await machine.receive([event], since: nil, next: UUID().uuidString)
            }
            try await ann.confirmShare(id)
        }
        return reached.sorted()
    }

    func encrypt(
        _ text: String,
        id: MessageID? = nil,
        by ann: EncryptionMachine? = nil,
        for users: [ContactID]? = nil,
        onlySigned: Bool = false
    ) async throws -> JSONText {
        let content: JSONText = ["msgtype": "m.text", "body": .string(text)]
        let ann = ann ?? self.ann
        let readers = users ?? readers.withLock(\.self)
        return try #require(
            try await ann.encrypt(
                content,
                type: "m.room.message",
                id: id ?? MessageID(text),
                in: Self.room,
                for: { _ in readers },
                onlySigned: onlySigned
            )
        )
    }

    /// Returns nil if the key is not shared with all of the readers, and with no others.
    func encrypt(id: MessageID, for readers: EncryptionMachine.Readers) async throws -> JSONText? {
        try await ann.encrypt(["body": "x"], type: "m.room.message", id: id, in: Self.room, for: readers)
    }

    func read(_ body: JSONText, by machine: EncryptionMachine) async throws -> String {
        let id = MessageID("$\(sha256Text(of: body.bytes))")
        let event = EncryptedEvent(id: id, room: Self.room, sender: "@ann:test", content: try body.parsed)
        return try await machine.texts([event])[0]
    }

    func session(_ body: JSONText) throws -> String {
        guard case .string(let id)? = body["session_id"] else { throw CryptoStoreError.lost }
        return id
    }
}
