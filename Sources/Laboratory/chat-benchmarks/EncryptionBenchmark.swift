import ChatTypes
import Foundation
import JSONKit
import MatrixCrypto
import OlmKit
import ProcessKit

/// The decryption of messages in rooms, beside other implementations of Megolm in one run, and of a page as the app does it; and the
/// creation of an account's keys.
///
/// The others are vodozemac and libolm, called from Python, which `.ci/oracle install` installs.
enum EncryptionBenchmark {
    /// A page, and the messages of a session before most clients begin another one.
    private static let page = 100
    private static let pageCount = 100
    private static let accountCount = 20
    private static let room = "!room:test"

    /// A sender's session, and the messages that it encrypted.
    private struct Sent {
        var session: MegolmOutboundSession
        let sharedKey: String
        var messages: [String] = []

        init() throws {
            session = try MegolmOutboundSession()
            sharedKey = session.sharedKey
            let event: JSONText = [
                "type": "m.room.message", "room_id": .string(room),
                "content": ["msgtype": "m.text", "body": .string(String(repeating: "as people write ", count: 6))],
            ]
            for _ in 0..<page { messages.append(try session.encrypt(event.bytes)) }
        }
    }

    static func run() async throws {
        let place = try Workplace()
        let sent = try (0..<pageCount).map { _ in try Sent() }
        let others = try others(sent, in: place)
        let count = Double(page * pageCount)
        report(
            "messages decrypted a second",
            [
                ("ours, OlmKit on one core", count / (try await one(sent))),
                ("ours, pages of 100 with their store", count / (try await pages(sent, in: place))),
            ] + others.map { ($0.name, count / $0.decryption) }
        )
        report(
            "accounts with 50 one-time keys created and signed a second",
            [("ours, with their store", Double(accountCount) / (try await accounts(in: place)))]
                + others.map { ($0.name, Double(accountCount) / $0.accounts) }
        )
    }

    private static func report(_ title: String, _ rates: [(name: String, rate: Double)]) {
        print(title)
        for (name, rate) in rates {
            print(name.padding(toLength: 40, withPad: " ", startingAt: 0) + String(format: "%9.0f", rate))
        }
    }

    /// Creates accounts until the first upload of their keys, each in a store of its own.
    private static func accounts(in place: borrowing Workplace) async throws -> Double {
        let paths = (0..<accountCount).map { place.file("account-\($0).sqlite").path }
        return try await seconds {
            for path in paths {
                let machine = try EncryptionMachine(path: path, user: "@me:test", device: "D") { Date() }
                guard try await machine.upload() != nil else { throw BenchmarkError.unread }
            }
        }
    }

    private static func one(_ sent: [Sent]) async throws -> Double {
        var sessions = try sent.map { try MegolmInboundSession(sharedKey: $0.sharedKey) }
        return try await seconds {
            for index in sent.indices {
                for message in sent[index].messages { _ = try sessions[index].decrypt(message) }
            }
        }
    }

    private static func pages(_ sent: [Sent], in place: borrowing Workplace) async throws -> Double {
        let machine = try EncryptionMachine(path: place.file("crypto.sqlite").path, user: "@me:test", device: "D") {
            Date()
        }
        let sender = try (AgreementKey().publicKey.base64, SigningKey().publicKey.base64)
        let keys = try sent.map { sent -> JSONText in
            let session = try MegolmInboundSession(sharedKey: sent.sharedKey)
            return [
                "algorithm": "m.megolm.v1.aes-sha2", "room_id": .string(room), "session_id": .string(session.id),
                "session_key": .string(try session.exportedKey()), "sender_key": .string(sender.0),
                "sender_claimed_keys": ["ed25519": .string(sender.1)], "forwarding_curve25519_key_chain": [],
            ]
        }
        let file = try KeyFile.encrypt(Secret(JSONText.array(keys).bytes), passphrase: "p", rounds: 1000)
        guard try await machine.importKeys(file, passphrase: "p").newKeys == sent.count else {
            throw BenchmarkError.unread
        }
        let events = try sent.enumerated().map { number, sent in
            try sent.messages.enumerated().map { index, message in
                let content: JSONText = [
                    "algorithm": "m.megolm.v1.aes-sha2", "session_id": .string(sent.session.id),
                    "ciphertext": .string(message),
                ]
                return EncryptedEvent(
                    id: MessageID("$\(number)-\(index)"),
                    room: ChatID(room),
                    sender: ContactID("@you:test"),
                    content: try JSONDocument(content.bytes).root
                )
            }
        }
        return try await seconds {
            for page in events {
                let isRead = try await machine.decrypt(page).allSatisfy {
                    if case .readable = $0 { true } else { false }
                }
                guard isRead else { throw BenchmarkError.unread }
            }
        }
    }

    private static func python(below root: URL) -> URL { root.appending(path: ".build/oracle/venv/bin/python") }

    /// Returns the first clone in which `.ci/oracle install` was run; nil if there is none.
    static func root(withPython roots: [URL]) -> URL? {
        roots.first { FileManager.default.isExecutableFile(atPath: python(below: $0).path) }
    }

    /// Returns the sentence that no other implementation is there, with the places that were searched.
    static func absence(from roots: [URL]) -> String {
        let places = Set(roots.map { python(below: $0).path }).sorted().joined(separator: " and ")
        return "no other implementation of Olm is at \(places): .ci/oracle install"
    }

    /// Returns the seconds that each other implementation takes.
    private static func others(_ sent: [Sent], in place: borrowing Workplace) throws
        -> [(name: String, decryption: Double, accounts: Double)]
    {
        // The program may run in another clone than the one that it was built in.
        let roots = [
            URL(filePath: FileManager.default.currentDirectoryPath),
            URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL,
        ]
        guard let root = root(withPython: roots) else {
            print(absence(from: roots))
            return []
        }
        let sessions = JSONText.array(
            sent.map { ["key": .string($0.sharedKey), "messages": .array($0.messages.map(JSONText.string))] }
        )
        let file = place.file("sessions.json")
        try Data(sessions.bytes).write(to: file)
        let process = Process()
        process.executableURL = python(below: root)
        process.arguments = [
            root.appending(path: "Tests/Servers/OlmKitTests/Oracle/oracle.py").path, "benchmark", file.path,
            "\(accountCount)",
        ]
        let json = try JSONDocument(Array(process.output())).root
        let names: [(name: String, times: JSONValue?)] = [("vodozemac", json["vodozemac"]), ("libolm", json["libolm"])]
        return names.compactMap { name, times in
            let times = times?.elements.compactMap { $0.numberText.flatMap(Double.init) } ?? []
            return times.count == 2 ? ("\(name), called from Python", times[0], times[1]) : nil
        }
    }
}

/// A benchmark whose messages cannot be read.
private enum BenchmarkError: Error { case unread }
