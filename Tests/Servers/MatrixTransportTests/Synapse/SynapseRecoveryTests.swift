import ChatSession
import ChatStore
import ChatTypes
import Foundation
import HTTPClient
import HomeserverTesting
import JSONKit
import MatrixCrypto
import OlmKit
import Synchronization
import Testing
import ThreadTesting

@testable import MatrixTransport

/// Recovery keys and key files on a real homeserver, with matrix-nio on the other side.
@Suite(.serverThread, .serialized, .needsEncryptedPeer, .timeLimit(.minutes(20)))
struct SynapseRecoveryTests {
    private let synapse: Synapse
    private let client = LenientClient()
    private let bob: Peer

    init() async throws {
        synapse = try await Synapse.running(for: "recovery").unwrapped()
        bob = try synapse.encryptedPeer("bob").unwrapped()
    }

    /// Logs Carol in as a new device.
    private func carol() async throws -> RealSession {
        try RealSession(try await synapse.logIn("carol", over: client), over: client, in: Folder())
    }

    /// Returns a new encrypted room of Bob and Carol.
    private func begin(with carol: RealSession) async throws -> ChatID {
        let room = try bob.perform(["do": "create", "invite": [synapse.user("carol")]]).string.unwrapped()
        let chat = ChatID(room)
        #expect(try await carol.wait { try await carol.session.read { try $0.chat(chat) } != nil }, "invited")
        try await carol.session.setMembership(.join, in: chat)
        let bob = bob
        let device: JSONText = ["do": "knows", "user": synapse.user("carol"), "device": .string(carol.account.device)]
        #expect(try await carol.wait { try bob.perform(device).bool == true }, "keys published")
        return chat
    }

    private func say(_ text: String, in chat: ChatID) throws {
        _ = try bob.perform(["do": "text", "text": .string(text), "room": .string(chat.rawValue)])
    }

    @Test func `a new device reads the past and is signed by the recovery key of the first`() async throws {
        let first = try await carol()
        let chat = try await begin(with: first)
        try say("early", in: chat)
        #expect(try await first.hasTexts(["early"], of: chat))
        let password = synapse.password(of: "carol")
        let shown = Mutex("")
        try await first.transport.createRecovery(replacing: true) { text in
            shown.withLock { $0 = text ?? "" }
            return true
        } password: {
            password
        }
        let key = shown.withLock(\.self)
        await #expect(throws: RecoveryError.exists) {
            try await first.transport.createRecovery(replacing: false, password: password)
        }
        await #expect(throws: RecoveryError.wrongPassword) {
            try await first.transport.createRecovery(replacing: true, password: "wrong")
        }
        let status = try await first.transport.recoveryStatus()
        #expect(status.isSigned && status.isProved && status.hasRecoveryKey && status.isSaving, "\(status)")
        #expect(status.sentences.count == 1)
        _ = try bob.perform(["do": "new session", "room": .string(chat.rawValue)])
        try say("later", in: chat)
        #expect(try await first.hasTexts(["early", "later"], of: chat))
        #expect(try await first.wait { try await first.keys.nextSaving() == nil }, "saved")
        await first.stop()

        let second = try await carol()
        let missing = "Encrypted message: waiting for its key"
        #expect(try await second.hasTexts([missing, missing], of: chat))
        let before = try await second.transport.recoveryStatus()
        #expect(before.hasIdentity && !before.isSigned && !before.isProved && !before.isSaving)
        await #expect(throws: RecoveryError.mistyped("it has 3 characters, not 48: type all of it in one line")) {
            try await second.transport.restore(with: "abc")
        }
        let other = RecoveryKey.text(for: try SecretStorageKey())
        await #expect(throws: RecoveryError.wrongKey) { try await second.transport.restore(with: other) }
        let result = try await second.transport.restore(with: key)
        #expect(result.keys?.newKeys ?? 0 >= 2 && result.keys?.unusable == 0, "\(result)")
        let after = try await second.transport.recoveryStatus()
        #expect(after.isSigned && after.isProved && after.isSaving, "\(after)")
        try say("now", in: chat)
        #expect(try await second.hasTexts(["early", "later", "now"], of: chat))
        await second.stop()
    }

    @Test func `keys go to matrix-nio and come from it in a file`() async throws {
        let carol = try await carol()
        let chat = try await begin(with: carol)
        _ = try bob.perform(["do": "new session", "withheld": true, "room": .string(chat.rawValue)])
        try say("not for you", in: chat)
        #expect(try await carol.hasTexts(["Encrypted message: waiting for its key"], of: chat))
        let path = carol.folder.url.appending(path: "keys.txt").path
        _ = try bob.perform(["do": "export keys", "path": .string(path), "passphrase": "a passphrase"])
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let result = try await carol.keys.importKeys(text, passphrase: "a passphrase")
        #expect(result.newKeys >= 1 && result.unusable == 0)
        _ = try bob.perform(["do": "new session", "room": .string(chat.rawValue)])
        try say("for you", in: chat)
        #expect(try await carol.hasTexts(["not for you", "for you"], of: chat))
        try await carol.session.send("mine", to: chat)
        #expect(try await carol.wait { try await carol.timeline(of: chat).last?.delivery == .sent })
        let (exported, count) = try await carol.keys.exportKeys(passphrase: "another")
        #expect(count >= 3)
        let own = carol.folder.url.appending(path: "own.txt").path
        try exported.write(toFile: own, atomically: true, encoding: .utf8)
        let fresh = try synapse.encryptedPeer("alice").unwrapped()
        let added = try fresh.perform(["do": "import keys", "path": .string(own), "passphrase": "another"])
        #expect(added.integer == Int64(count), "\(added.string ?? "")")
        await carol.stop()
    }
}
