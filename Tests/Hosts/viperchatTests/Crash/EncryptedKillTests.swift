import ChatStore
import ChatTypes
import Foundation
import HTTPClient
import HomeserverTesting
import HostTesting
import JSONKit
import MatrixTransport
import OlmKit
import Testing
import ThreadTesting

@testable import HostKit

/// A process that is killed in an encrypted room, with matrix-nio on vodozemac on the other side and a bad network between.
/// `VIPERCHAT_ENCRYPTED_KILLS` is the number of kills (3).
@Suite(
    .serverThread,
    .enabled("needs .ci/matrix start and .ci/oracle install") { await Synapse.runsWithEncryptedPeer },
    .timeLimit(.minutes(60))
)
struct EncryptedKillTests {
    private let count = ProcessInfo.processInfo.environment["VIPERCHAT_ENCRYPTED_KILLS"].flatMap { Int($0) } ?? 3
    private let folder = FileManager.default.temporaryDirectory.appending(path: "viperchat-encrypted-\(UUID())")
    private let name = "Encrypted kills \(UUID().uuidString.prefix(8))"

    @Test func `after kills at any moment, each encrypted text and file comes once, and no index is used twice`()
        async throws
    {
        defer { try? FileManager.default.removeItem(at: folder) }
        let synapse = try #require(await Synapse.running(for: "secret-kills"))
        let bob = try #require(try synapse.encryptedPeer("bob"))
        let room = try #require(
            bob.perform(["do": "create", "invite": [synapse.user("carol")], "name": .string(name)]).string
        )
        let proxy = try synapse.faults(seed: 3)
        let profile = Profile(directory: folder.appending(path: "default"))
        try profile.prepare()
        try profile.account.write(proxy.account(try await synapse.logIn("carol", over: CurlClient())))
        var typing = KilledTyping(to: name, in: folder, seed: 11)
        #expect(try typing.run("/join\n/wait 3s\n"))
        #expect(try typing.send("I am here"))
        try proxy.fail(percent: 10)
        var heard: [String] = []
        func hear() throws {
            for event in try bob.perform(["do": "heard", "room": .string(room), "by": synapse.user("carol")]).elements {
                let (kind, text) = (event.elements[0].string ?? "", event.elements[1].string ?? "")
                #expect(kind != "MegolmEvent", "everything can be read")
                heard.append(text)
            }
        }
        for round in 1...count {
            let path = round.isMultiple(of: 2) ? try carolsFile(round) : nil
            try typing.type(round, attaching: path) {
                try bob.perform(["do": "text", "room": .string(room), "text": .string("bob \(round)")])
                if round % 3 == 0 { try bob.perform(file("bobs \(round).bin", in: room)) }
            }
            try hear()
        }
        try proxy.fail(percent: 0)
        // Messages are sent in order, so all have arrived when the last one has.
        #expect(try typing.send("the last"))
        try hear()
        #expect(try typing.run("/wait 10s\n"))
        let (killedCount, typed) = (typing.killedCount, Set(typing.shown.values))
        #expect(killedCount == count, "each round must end in a kill")
        #expect(typed.count >= count, "each round must have something to lose")
        #expect(Set(heard).count == heard.count, "none twice: \(heard.sorted())")
        #expect(typed.isSubset(of: heard), "none lost: \(typed.subtracting(heard).sorted())")
        let theirs = try texts(in: room, of: profile)
        #expect(theirs.filter { $0.hasPrefix("Encrypted message") }.isEmpty, "all of theirs can be read")
        for round in 1...count { #expect(theirs.filter { $0 == "bob \(round)" }.count == 1, "bob \(round)") }
        let limit = JSONText.integer(Int64(count * 8 + 100))
        let raw = try synapse.peer("bob").perform(["do": "read", "room": .string(room), "limit": limit])
        let indexes = raw.elements.compactMap { event in Self.index(of: event.elements[3]) }
        #expect(indexes.count > typed.count && Set(indexes).count == indexes.count, "no index is used twice")
        print(
            "\(killedCount) of \(count) killed; \(typed.count) texts shown, \(heard.count) heard, \(indexes.count) indexes"
        )
    }

    /// Makes a file for Carol to send in a round. Returns its path.
    private func carolsFile(_ round: Int) throws -> String {
        let path = folder.appending(path: "carols \(round).bin")
        try Data(repeating: UInt8(truncatingIfNeeded: round), count: 70_000).write(to: path)
        return path.path
    }

    private func file(_ name: String, in room: String) throws -> JSONText {
        let path = folder.appending(path: name)
        try Data(name.utf8).write(to: path)
        return [
            "do": "file", "room": .string(room), "path": .string(path.path), "kind": "m.file",
            "type": "application/octet-stream",
        ]
    }

    /// Returns the texts of others in a room, from the history.
    private func texts(in room: String, of profile: Profile) throws -> [String] {
        let history = HistoryFile(profile.directory.appending(path: "history.sqlite"))
        var texts: [String] = []
        try history.open(at: Date(timeIntervalSince1970: 0)).database.read { reader in
            try reader.export { record in
                guard case .message(let message) = record, message.chat.rawValue == room, message.author != .me else {
                    return
                }
                texts.append(message.text)
            }
        }
        return texts
    }

    /// Returns the session and the index of an encrypted event; nil for another one.
    private static func index(of content: JSONValue) -> String? {
        guard let session = content["session_id"]?.string, let ciphertext = content["ciphertext"]?.string,
            let bytes = try? Base64.decode(ciphertext), bytes.count > 2, bytes[1] == 0x08
        else { return nil }
        let end = bytes[2...].firstIndex { $0 < 0x80 } ?? bytes.endIndex - 1
        return "\(session) \(bytes[2...end])"
    }
}
