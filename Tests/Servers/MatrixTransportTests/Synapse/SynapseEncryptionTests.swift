import ChatSession
import ChatStore
import ChatTypes
import Foundation
import HTTPClient
import HomeserverTesting
import JSONKit
import OlmKit
import RuntimeKit
import Testing
import ThreadTesting

@testable import MatrixTransport

/// Encrypted rooms, with matrix-nio on vodozemac on the other side.
@Suite(.serverThread, .serialized, .needsEncryptedPeer, .timeLimit(.minutes(20)))
struct SynapseEncryptionTests {
    private let synapse: Synapse
    private let client = LenientClient()
    private let folder: Folder
    private let account: MatrixAccount
    private let alice: RealSession
    private let bob: Peer
    private let chat: ChatID

    /// Alice uses this adapter, Bob the other client; both are in an encrypted direct room.
    init() async throws {
        synapse = try await Synapse.running(for: "encryption").unwrapped()
        folder = try Folder()
        account = try await synapse.logIn("alice", over: client)
        alice = try RealSession(account, over: client, in: folder)
        bob = try synapse.encryptedPeer("bob").unwrapped()
        let room = try bob.perform(["do": "create", "invite": [synapse.user("alice")], "direct": true]).string
            .unwrapped()
        let chat = ChatID(room)
        self.chat = chat
        #expect(try await alice.join(chat))
        let bob = bob
        let device: JSONText = ["do": "devices", "user": synapse.user("alice")]
        #expect(try await alice.wait { try bob.perform(device).integer ?? 0 > 0 }, "keys published")
    }

    private func bob(_ action: JSONText) throws -> String {
        let answer = try bob.perform(action.with("room", .string(chat.rawValue)))
        return answer.string ?? answer["error"]?.string ?? ""
    }

    private func say(_ text: String) throws -> String { try bob(["do": "text", "text": .string(text)]) }

    private func hasTexts(_ texts: [String], in session: RealSession? = nil) async throws -> Bool {
        try await (session ?? alice).hasTexts(texts, of: chat)
    }

    private static let waiting = "Encrypted message: waiting for its key"

    @Test func `formatted text is encrypted and decrypted with its formats`() async throws {
        _ = try bob([
            "do": "send",
            "content": [
                "msgtype": "m.text", "body": "so **it** is", "format": "org.matrix.custom.html",
                "formatted_body": "so <strong>it</strong> is",
            ],
        ])
        #expect(try await hasTexts(["so **it** is"]))
        let spans = TypedText.read("so **it** is").spans
        #expect(try await alice.timeline(of: chat).last?.spans == spans)
        try await alice.session.send("/me `nods`", to: chat)
        #expect(try await isSent(1))
        let emote = try heard().first
        #expect(emote?.kind == "RoomMessageEmote" && emote?.text == "`nods`")
        #expect(emote?.content["formatted_body"]?.string == "<code>nods</code>")
        #expect(try await alice.timeline(of: chat).last?.spans == TypedText.read("/me `nods`").spans)
    }

    @Test func `encrypted texts and edits of another client are read, also after a restart`() async throws {
        // Fewer than a sync response brings at most, so that nothing is left for scrolling.
        let first = try say("I could be there.")
        for number in 1...10 { _ = try say("text \(number)") }
        _ = try bob(["do": "edit", "event": .string(first), "text": "I will be there."])
        let texts = ["I will be there."] + (1...10).map { "text \($0)" }
        #expect(try await hasTexts(texts))
        await alice.stop()
        _ = try say("while away")
        _ = try bob(["do": "new session"])
        _ = try say("with a new key")
        let restarted = try RealSession(account, over: client, in: folder)
        #expect(try await hasTexts(texts + ["while away", "with a new key"], in: restarted))
        await restarted.stop()
    }

    @Test func `a message without its key waits in its place, and is read once the key comes`() async throws {
        _ = try say("before")
        _ = try bob(["do": "new session", "withheld": true])
        let early = try say("too early")
        _ = try bob(["do": "edit", "event": .string(early), "text": "in time"])
        #expect(try await hasTexts(["before", Self.waiting]))
        await alice.stop()
        let restarted = try RealSession(account, over: client, in: folder)
        #expect(try await hasTexts(["before", Self.waiting], in: restarted))
        _ = try bob(["do": "share"])
        #expect(try await hasTexts(["before", "in time"], in: restarted))
        _ = try say("after")
        #expect(try await hasTexts(["before", "in time", "after"], in: restarted))
        await restarted.stop()
        let again = try RealSession(account, over: client, in: folder)
        #expect(try await hasTexts(["before", "in time", "after"], in: again))
        await again.stop()
    }

    @Test func `a message that the homeserver repeats is not shown twice`() async throws {
        let event = try say("Pay me")
        let repeated = try bob(["do": "raw", "event": .string(event), "id": "again"])
        #expect(repeated.hasPrefix("$"))
        #expect(try await hasTexts(["Pay me", "Encrypted message: it repeats an earlier one and is not shown"]))
        await alice.stop()
    }

    @Test func `an encrypted file is downloaded and decrypted`() async throws {
        let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let url = folder.url.appending(path: "photo.png")
        try Data(bytes).write(to: url)
        let send: JSONText = ["do": "file", "path": .string(url.path), "type": "image/png", "kind": "m.image"]
        _ = try bob(send)
        _ = try bob(send.with("hash", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"))
        var messages: [ChatMessage] = []
        let areHere = try await alice.wait {
            messages = try await alice.timeline(of: chat).filter { $0.attachment != nil }
            return messages.count == 2
        }
        #expect(areHere)
        for message in messages { try await alice.session.download(message.id, in: chat) }
        var states: [MessageID: FileTransfer] = [:]
        let isSettled = try await alice.wait {
            let answer = await alice.session.transfers(of: messages.map(\.id), in: chat).first { _ in true }
            states = try answer?.content.get() ?? [:]
            return states.values.allSatisfy {
                if case .complete = $0 { true } else if case .failed = $0 { true } else { false }
            }
                && states.count == 2
        }
        #expect(isSettled, "\(states)")
        guard case .complete(let path?)? = states[messages[0].id],
            case .failed(let reason)? = states[messages[1].id]
        else {
            Issue.record("\(states)")
            return
        }
        #expect(try [UInt8](Data(contentsOf: URL(filePath: path))) == bytes)
        #expect(reason.contains("damaged or changed"))
        await alice.stop()
    }

    /// The new messages by Alice as Bob reads them.
    private func heard() throws -> [(kind: String, text: String, content: JSONValue)] {
        let by: JSONText = ["do": "heard", "by": synapse.user("alice"), "room": .string(chat.rawValue)]
        return try bob.perform(by).elements.map {
            ($0.elements[0].string ?? "", $0.elements[1].string ?? "", $0.elements[2])
        }
    }

    private func isSent(_ count: Int, by session: RealSession? = nil) async throws -> Bool {
        let session = session ?? alice
        return try await session.wait {
            let own = try await session.timeline(of: chat).filter { $0.delivery != .received }
            return own.count == count && own.allSatisfy { $0.delivery == .sent || $0.delivery == .read }
        }
    }

    @Test func `texts, edits and a file are sent encrypted, also after a restart`() async throws {
        _ = try heard()
        for number in 1...3 { try await alice.session.send("text \(number)", to: chat) }
        #expect(try await isSent(3))
        let first = try await alice.timeline(of: chat)[0]
        try await alice.session.edit(first.id, to: "edited", in: chat)
        #expect(try await alice.wait { try await alice.timeline(of: chat)[0].isEdited })
        var found: [(kind: String, text: String, content: JSONValue)] = []
        #expect(
            try await alice.wait {
                found += try heard()
                return found.count == 4
            },
            "\(found)"
        )
        #expect(found.map(\.text) == ["text 1", "text 2", "text 3", "* edited"])
        #expect(found.allSatisfy { $0.kind == "RoomMessageText" })
        await alice.stop()
        let restarted = try RealSession(account, over: client, in: folder)
        try await restarted.session.send("after", to: chat)
        #expect(try await isSent(4, by: restarted))
        #expect(try await restarted.texts(of: chat) == ["edited", "text 2", "text 3", "after"])
        found = []
        #expect(
            try await restarted.wait {
                found += try heard()
                return found.count == 1
            }
        )
        #expect(found.map(\.text) == ["after"])
        let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let url = folder.url.appending(path: "secret.png")
        try Data(bytes).write(to: url)
        try await restarted.session.send(fileAt: url.path, to: chat)
        #expect(try await isSent(5, by: restarted))
        found = []
        #expect(
            try await restarted.wait {
                found += try heard()
                return found.count == 1
            }
        )
        let file = try #require(found[0].content["file"].flatMap { JSONText($0) })
        let copy = folder.url.appending(path: "copy").path
        let told = try bob.perform(["do": "fetch", "file": file, "path": .string(copy)]).elements.map(\.string)
        #expect(try [UInt8](Data(contentsOf: URL(filePath: copy))) == bytes)
        #expect(told == ["application/octet-stream", "file"])
        await restarted.stop()
    }

    /// The names of the sessions of a room's messages as the homeserver has them, newest first.
    private func sessions(in room: ChatID) async throws -> [String] {
        let path =
            "\(synapse.url)/_matrix/client/v3/rooms/\(MatrixAPI.escaped(room.rawValue))/messages?dir=b&limit=100"
        let field = HTTPField("Authorization", "Bearer \(account.token)")
        let answer = try await client.send(HTTPRequest(.get, path, fields: [field]))
        let events = try JSONDocument(answer.body).root["chunk"]?.elements ?? []
        return events.compactMap { $0["content"]?["session_id"]?.string }
    }

    @Test func `a room's own limit for messages of one key is met`() async throws {
        let settings: JSONText = ["rotation_period_msgs": .integer(2)]
        let create: JSONText = ["do": "create", "invite": [synapse.user("alice")], "settings": settings]
        let room = ChatID(try bob.perform(create).string.unwrapped())
        #expect(try await alice.join(room))
        for number in 1...5 { try await alice.session.send("text \(number)", to: room) }
        #expect(
            try await alice.wait {
                let own = try await alice.timeline(of: room).filter { $0.delivery != .received }
                return own.count == 5 && own.allSatisfy { $0.delivery == .sent }
            }
        )
        let names = try await sessions(in: room)
        #expect(names.count == 5 && Set(names).count == 3, "\(names)")
        let heard: JSONText = ["do": "heard", "by": synapse.user("alice"), "room": .string(room.rawValue)]
        #expect(try bob.perform(heard).elements.map { $0.elements[1].string } == (1...5).map { "text \($0)" })
        await alice.stop()
    }

    @Test func `a session that broke is replaced, and what is sent then is read`() async throws {
        try await alice.session.send("before", to: chat)
        #expect(try await isSent(1))
        _ = try heard()
        let count: JSONText = ["do": "sessions", "user": synapse.user("alice")]
        let before = try bob.perform(count).integer ?? 0
        let (ours, theirs, oneTime) = (try AgreementKey(), try AgreementKey(), try AgreementKey())
        var session = try OlmSession(from: ours, to: theirs.publicKey, oneTimeKey: oneTime.publicKey)
        guard case .preKey(let first) = try session.encrypt([1]) else { throw Missing() }
        var (reply, _) = try OlmSession.accept(first, ourKey: theirs, oneTimeKey: oneTime)
        let body = try reply.encrypt([2]).body
        _ = try bob.perform(["do": "break", "user": synapse.user("alice")])
        _ = try bob.perform(["do": "garble", "user": synapse.user("alice"), "body": .string(body)])
        #expect(try await alice.wait { try bob.perform(count).integer ?? 0 > 0 }, "\(before)")
        await alice.stop()
        // A new key needs the new session.
        let restarted = try RealSession(account, over: client, in: folder)
        _ = try bob(["do": "text", "text": "are you there?"])
        #expect(try await hasTexts(["before", "are you there?"], in: restarted))
        try await restarted.session.send("after", to: chat)
        #expect(try await isSent(2, by: restarted))
        var found: [String] = []
        #expect(
            try await restarted.wait {
                found += try heard().map(\.text)
                return found == ["after"]
            },
            "\(found)"
        )
        await restarted.stop()
    }

    @Test func `the homeserver sees no text of an encrypted room`() async throws {
        try await alice.session.send("a very secret text", to: chat)
        #expect(try await isSent(1))
        let token = account.token
        let path =
            "\(synapse.url)/_matrix/client/v3/rooms/\(MatrixAPI.escaped(chat.rawValue))/messages?dir=b&limit=100"
        let field = HTTPField("Authorization", "Bearer \(token)")
        let answer = try await client.send(HTTPRequest(.get, path, fields: [field]))
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(text.contains("m.room.encrypted") && !text.contains("secret"))
        await alice.stop()
    }
}
