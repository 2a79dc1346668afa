import Foundation
import JSONKit
import OlmKit
import SQLiteKit
import Synchronization
import Testing

@testable import MatrixCrypto

/// A machine in a folder of its own, with a clock that the test sets.
final class MachineFixture: Sendable {
    static let user = "@ann:test"
    let folder: URL
    private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "crypto-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var path: String { folder.appending(path: "crypto.sqlite").path }

    func open(user: String = user, device: String = "ANN") throws -> EncryptionMachine {
        try EncryptionMachine(path: path, user: user, device: device) { self.time.withLock { $0 } }
    }

    /// Returns a connection to a new store as an earlier version made it.
    func connection(version: Int, signing: SigningKey? = nil) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(.file(path: path), isWritable: true)
        for migration in CryptoSchema.migrations.prefix(version) { try connection.execute(migration) }
        try connection.run(
            "INSERT INTO account(key, user, device, signing, identity, uploaded) VALUES (1, ?, ?, ?, ?, 1)",
            Self.user,
            "ANN",
            try (signing ?? SigningKey()).secret.base64,
            try AgreementKey().secret.base64
        )
        return connection
    }

    func advance(seconds: Double) { time.withLock { $0 += seconds } }
}

extension EncryptionMachine {
    /// Publishes all keys; returns those of the body's member `name` as they were published.
    @discardableResult
    func publish(_ name: String = "one_time_keys", count: Int64 = 50) throws -> [String] {
        guard let body = try upload() else { return [] }
        let answer: JSONText = ["one_time_key_counts": ["signed_curve25519": .integer(count)]]
        try acceptUpload(body, answer: try answer.parsed)
        return body.publishedKeys(name)
    }

    /// Takes in a sync response with to-device events.
    func receive(_ events: [JSONText], since: String? = "s1", next: String = "s2", _ more: JSONText = [:]) throws {
        let response = more.with("next_batch", .string(next)).with("to_device", ["events": .array(events)])
        try receive(try response.parsed, since: since)
    }

    /// Takes in a sync response with a room that the account has joined.
    func join(_ room: String = "!room:test") throws {
        try receive([], next: "join", ["rooms": ["join": .object([.init(name: room, value: [:])])]])
    }

    func texts(_ events: [EncryptedEvent]) async throws -> [String] { try await decrypt(events).map(\.summary) }
}

extension JSONText {
    /// The public halves of the keys in a member of an upload.
    func publishedKeys(_ name: String) -> [String] {
        guard case .object(let members)? = self[name] else { return [] }
        return members.compactMap { if case .string(let key)? = $0.value["key"] { key } else { nil } }
    }
}
