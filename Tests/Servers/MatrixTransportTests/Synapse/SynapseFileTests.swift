import ChatSession
import ChatStore
import ChatTypes
import Foundation
import HTTPClient
import HomeserverTesting
import JSONKit
import RuntimeKit
import Testing
import ThreadTesting

@testable import MatrixTransport

@Suite(.serverThread, .serialized, .needsHomeserver, .timeLimit(.minutes(20)))
struct SynapseFileTests {
    private static let megabytes = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

    private let synapse: Synapse
    private let client = LenientClient()
    private let folder: Folder

    init() async throws {
        synapse = try await Synapse.running(for: "files").unwrapped()
        folder = try Folder()
    }

    /// Alice uses this adapter, optionally over an HTTP client of her own, Bob another client; both share a direct room.
    private func conversation(over other: (any HTTPClient)? = nil) async throws -> (
        alice: RealSession, bob: Peer, room: ChatID
    ) {
        let account = try await synapse.logIn("alice", over: client)
        let alice = try RealSession(account, over: other ?? client, in: Folder())
        let bob = try synapse.peer("bob")
        let room = try bob.perform(["do": "create", "invite": [synapse.user("alice")], "direct": true]).string
            .unwrapped()
        let chat = ChatID(room)
        #expect(try await alice.join(chat))
        try await alice.session.send("I am here", to: chat)
        #expect(try await alice.wait { try await alice.timeline(of: chat).last?.delivery == .sent })
        return (alice, bob, chat)
    }

    private func path(_ name: String, _ bytes: [UInt8]? = nil) throws -> String {
        let url = folder.url.appending(path: name)
        if let bytes { try Data(bytes).write(to: url) }
        return url.path
    }

    /// Returns the bytes of a message's file once it is downloaded; nil after a time limit.
    private func fetched(_ message: MessageID, in chat: ChatID, by alice: RealSession) async throws -> [UInt8]? {
        var path: String?
        _ = try await alice.wait {
            let answer = await alice.session.transfers(of: [message], in: chat).first { _ in true }
            guard case .complete(let place)? = try answer?.content.get()[message] else { return false }
            path = place
            return true
        }
        return try path.map { try [UInt8](Data(contentsOf: URL(filePath: $0))) }
    }

    /// Alice's messages with files as Bob sees them, oldest first.
    private func files(_ bob: Peer, in chat: ChatID) throws -> [JSONValue] {
        try bob.perform(["do": "read", "room": .string(chat.rawValue)]).elements.reversed()
            .filter { $0.elements[1].string == synapse.id(of: "alice") }.map { $0.elements[3] }.filter {
                $0["url"] != nil
            }
    }

    private func fetched(_ url: String, by bob: Peer) throws -> (bytes: [UInt8], type: String?) {
        let place = try path("fetched-\(UUID().uuidString)")
        let said = try bob.perform(["do": "fetch", "url": .string(url), "path": .string(place)])
        return (try [UInt8](Data(contentsOf: URL(filePath: place))), said.elements.last?.string)
    }

    @Test func `another user's file arrives unchanged despite a restart`() async throws {
        let still = StandstillClient(client, behind: 1 << 20)
        let (alice, bob, chat) = try await conversation(over: still)
        let theirs: JSONText = [
            "do": "file", "room": .string(chat.rawValue), "path": .string(try path("large.bin", Self.megabytes)),
            "type": "application/octet-stream", "kind": "m.file",
        ]
        try bob.perform(theirs)
        #expect(try await alice.wait { try await alice.timeline(of: chat).last?.attachment != nil })
        let message = try await alice.timeline(of: chat).last.unwrapped()
        #expect(message.attachment?.name == "large.bin" && message.attachment?.byteCount == 5_000_000)
        #expect(message.text.isEmpty && message.imageCount == 0)
        try await alice.session.download(message.id, in: chat)
        #expect(try await alice.wait { still.isReached }, "on its way")
        await alice.stop()
        let again = try RealSession(alice.account, over: client, in: alice.folder)
        #expect(try await fetched(message.id, in: chat, by: again) == Self.megabytes)
        await again.stop()
    }

    @Test func `a file arrives unchanged and once at another user despite a restart`() async throws {
        let still = StandstillClient(client, behind: 1 << 20)
        let (alice, bob, chat) = try await conversation(over: still)
        let original = try path("large.bin", Self.megabytes)
        let id = try await alice.session.send(fileAt: original, to: chat)
        #expect(try await alice.wait { still.isReached }, "on its way")
        await alice.stop()
        try FileManager.default.removeItem(atPath: original)
        let again = try RealSession(alice.account, over: client, in: alice.folder)
        let isSent = try await again.wait {
            try await again.timeline(of: chat).first { $0.id == id }?.delivery == .sent
        }
        #expect(isSent)
        let files = try files(bob, in: chat)
        #expect(files.map { $0["msgtype"]?.string } == ["m.file"] && files[0]["body"]?.string == "large.bin")
        #expect(files[0]["info"]?["size"]?.integer == 5_000_000)
        let arrived = try fetched(files[0]["url"]?.string ?? "", by: bob)
        #expect(arrived.bytes == Self.megabytes && arrived.type == "application/octet-stream")
        await again.stop()
    }

    @Test func `pictures and captions arrive both ways, and so do their edits`() async throws {
        let (alice, bob, chat) = try await conversation()
        let picture = Array(Self.megabytes.prefix(70_000))
        let theirs: JSONText = [
            "do": "file", "room": .string(chat.rawValue), "path": .string(try path("théirs.png", picture)),
            "type": "image/png", "kind": "m.image", "caption": "Look at this",
        ]
        try bob.perform(theirs)
        #expect(try await alice.wait { try await alice.texts(of: chat).last == "Look at this" })
        let message = try await alice.timeline(of: chat).last.unwrapped()
        #expect(message.imageCount == 1 && message.attachment?.type == "image/png")
        #expect(message.attachment?.name == "théirs.png")
        try await alice.session.download(message.id, in: chat)
        #expect(try await fetched(message.id, in: chat, by: alice) == picture)

        let ours = try await alice.session.send(fileAt: try path("öurs.png", picture), text: "Nice", to: chat)
        #expect(try await alice.wait { try await alice.timeline(of: chat).last?.delivery == .sent })
        let sent = try files(bob, in: chat)
        #expect(sent.map { $0["msgtype"]?.string } == ["m.image"] && sent[0]["body"]?.string == "Nice")
        #expect(sent[0]["filename"]?.string == "öurs.png")
        let arrived = try fetched(sent[0]["url"]?.string ?? "", by: bob)
        #expect(arrived.bytes == picture && arrived.type == "image/png")

        try await alice.session.edit(ours, to: "Nicer", in: chat)
        #expect(try await alice.wait { try files(bob, in: chat).last?["m.new_content"]?["body"]?.string == "Nicer" })
        let edited = try files(bob, in: chat).last?["m.new_content"]
        #expect(edited?["filename"]?.string == "öurs.png" && edited?["url"]?.string == sent[0]["url"]?.string)
        try await alice.session.delete(ours, in: chat)
        #expect(try await alice.wait { try await alice.timeline(of: chat).last?.isDeleted == true })
        #expect(try await alice.timeline(of: chat).last?.attachment == nil)
        await alice.stop()
    }
}
