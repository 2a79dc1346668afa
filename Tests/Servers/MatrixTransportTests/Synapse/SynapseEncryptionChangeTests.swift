import ChatSession
import ChatStore
import ChatTypes
import Foundation
import HTTPClient
import HomeserverTesting
import JSONKit
import MatrixCrypto
import SQLiteKit
import Testing
import ThreadTesting
import Transport

@testable import MatrixTransport

/// The trust in people and devices as an open chat shows and changes it, on a real homeserver.
@Suite(.serverThread, .serialized, .needsHomeserver, .timeLimit(.minutes(20)))
struct SynapseEncryptionChangeTests {
    private let synapse: Synapse
    private let client = LenientClient()
    private let alice: RealSession
    private let bob: RealSession
    private let chat: ChatID
    private let screens: [Task<Void, Never>]

    /// Alice and Bob are in an encrypted room, which both have opened.
    init() async throws {
        let synapse = try await Synapse.running(for: "security").unwrapped()
        self.synapse = synapse
        alice = try RealSession(try await synapse.logIn("alice", over: client), over: client, in: try Folder())
        bob = try RealSession(try await synapse.logIn("bob", over: client), over: client, in: try Folder())
        let room = try await alice.transport.api.post(
            ["v3", "createRoom"],
            [
                "invite": [synapse.user("bob")], "is_direct": true, "preset": "trusted_private_chat",
                "initial_state": [
                    [
                        "type": "m.room.encryption", "state_key": "",
                        "content": ["algorithm": "m.megolm.v1.aes-sha2"],
                    ]
                ],
            ]
        )
        let chat = ChatID(try room["room_id"]?.string.unwrapped() ?? "")
        self.chat = chat
        let (alice, bob) = (alice, bob)
        #expect(try await bob.wait { try await bob.session.read { try $0.chat(chat) } != nil }, "invited")
        try await bob.session.setMembership(.join, in: chat)
        #expect(try await alice.wait { try await alice.session.read { try $0.chat(chat) } != nil })
        screens = [alice, bob].map { person in Task { await person.session.connect(to: chat) } }
        for (person, other) in [(alice, bob), (bob, alice)] {
            let isKnown = try await person.wait {
                await person.devices(in: chat).contains { $0.id == other.account.device }
            }
            #expect(isKnown, "the devices of \(other.account.user) are known")
        }
    }

    private func leave() async {
        for screen in screens { screen.cancel() }
        await alice.stop()
        await bob.stop()
    }

    private func wait(for stage: String, at people: RealSession...) async throws {
        for person in people {
            var shown: DeviceVerification.Stage?
            let isThere = try await person.wait {
                shown = try await person.stage
                return shown.map { "\($0)".hasPrefix(stage) } ?? false
            }
            #expect(isThere, "\(person.account.user): \(stage), not \(String(describing: shown))")
        }
    }

    private func warning(about text: String) async throws -> SenderWarning? {
        #expect(try await alice.wait { try await alice.texts(of: chat).last == text })
        return try await alice.timeline(of: chat).last.unwrapped().senderWarning
    }

    @Test func `people verify each other in their chat, and the mark of the message goes`() async throws {
        try await bob.session.send("hello", to: chat)
        #expect(try await warning(about: "hello") == .unsignedDevice)
        let person = synapse.id(of: "bob")
        let device = bob.account.device
        try await alice.session.changeEncryption(.verify(person: person, device: device), in: chat)
        try await wait(for: "asked", at: bob)
        try await bob.session.answerVerification(.accept)
        try await wait(for: "comparing", at: alice, bob)
        let stages = [try await alice.stage, try await bob.stage]
        #expect(stages[0] == stages[1])
        for person in [alice, bob] { try await person.session.answerVerification(.match) }
        try await wait(for: "done", at: alice, bob)
        #expect(await alice.devices(in: chat).first { $0.id == device }?.trust == .verified)
        #expect(try await alice.wait { try await alice.timeline(of: chat).last?.senderWarning == nil })
        await leave()
    }

    @Test func `a message that another client sends in the clear is marked as not encrypted`() async throws {
        let plain = try synapse.peer("bob")
        try plain.perform(["do": "text", "room": .string(chat.rawValue), "text": "in the clear"])
        #expect(try await warning(about: "in the clear") == .unencrypted)
        await leave()
    }

    @Test func `a verified device gives another of the account the key that it lacks`() async throws {
        try await bob.session.send("before", to: chat)
        #expect(try await alice.wait { try await alice.texts(of: chat).last == "before" })
        let login = try await synapse.logIn("alice", over: client)
        let tablet = try RealSession(login, over: client, in: try Folder())
        let path = tablet.folder.url.appending(path: "crypto.sqlite").path
        let store = try SQLiteConnection(.file(path: path), isWritable: true)
        let isWanted = try await tablet.wait {
            try store.first("SELECT count(*) FROM wanted") { $0.integer(0) } ?? 0 > 0
        }
        #expect(isWanted)
        let screen = Task { [chat] in await tablet.session.connect(to: chat) }
        for (device, other) in [(alice, tablet), (tablet, alice)] {
            let isKnown = try await device.wait {
                await device.devices(in: chat).contains { $0.id == other.account.device }
            }
            #expect(isKnown)
        }
        try await alice.session.verifyOwnDevices(tablet.account.device)
        try await wait(for: "asked", at: tablet)
        try await tablet.session.answerVerification(.accept)
        try await wait(for: "comparing", at: alice, tablet)
        for device in [alice, tablet] { try await device.session.answerVerification(.match) }
        try await wait(for: "done", at: alice, tablet)
        // As if it had been missing for half a minute, and no key of other tests' rooms. Bob's message wakes the device.
        try store.run("DELETE FROM wanted WHERE room <> ?", chat.rawValue)
        try store.execute("UPDATE wanted SET second = 0")
        try await bob.session.send("after", to: chat)
        #expect(try await tablet.wait { try await tablet.texts(of: chat) == ["before", "after"] })
        screen.cancel()
        await tablet.stop()
        await leave()
    }

    @Test(arguments: [true, false])
    func `a verification in a chat of two goes on in the room, and is a quiet line there`(
        isAlices: Bool
    ) async throws {
        let (asking, asked) = isAlices ? (alice, bob) : (bob, alice)
        try await asking.session.changeEncryption(.verify(person: nil, device: nil), in: chat)
        #expect(await asking.keys.currentVerification?.room == chat.rawValue)
        try await wait(for: "asked", at: asked)
        try await asked.session.answerVerification(.accept)
        try await wait(for: "comparing", at: alice, bob)
        #expect(try await alice.stage == bob.stage)
        for person in [alice, bob] { try await person.session.answerVerification(.match) }
        try await wait(for: "done", at: alice, bob)
        let asks = "asked to compare emoji, to verify each other's devices"
        #expect(try await asking.wait { try await asking.lines(of: chat).contains("You \(asks)") })
        #expect(try await asked.wait { try await asked.lines(of: chat).contains("They \(asks)") })
        for person in [alice, bob] {
            #expect(try await person.texts(of: chat).isEmpty)
            // The homeserver counts the encrypted messages of the verification, until the line is read.
            let line = try await person.session.read { try $0.timeline(of: chat, in: .newest(1))?.messages.last }
            person.session.setTopChat(chat)
            try await person.session.markRead(chat, upTo: line.unwrapped().id)
            var here: StoredChat?
            let isRead = try await person.wait {
                here = try await person.session.read { try $0.chats(limit: 1000).first { $0.id == chat } }
                return here?.unreadCount == 0
            }
            #expect(isRead && here?.newest == nil, "\(String(describing: here))")
        }
        await leave()
    }

    @Test func `a verification that one side ends is cancelled at both`() async throws {
        try await alice.session.changeEncryption(.verify(person: synapse.id(of: "bob"), device: nil), in: chat)
        try await wait(for: "asked", at: bob)
        try await bob.session.answerVerification(.cancel)
        try await wait(for: "cancelled", at: alice, bob)
        await leave()
    }

    @Test func `nothing is sent to an identity that changed until it is acknowledged`() async throws {
        let password = synapse.password(of: "bob")
        try await bob.transport.createRecovery(replacing: true, password: password)
        let device = bob.account.device
        // Bob may have had an identity before.
        let isKnown = try await alice.wait {
            let isSigned = await alice.devices(in: chat).first { $0.id == device }?.trust == .signed
            let hasChanged = await alice.session.encryption(of: chat)?.changedPeople.count == 1
            return isSigned || hasChanged
        }
        let shown = await alice.devices(in: chat)
        #expect(isKnown, "\(shown)")
        try await alice.acknowledge(in: chat)
        let first = try await alice.session.send("one", to: chat)
        #expect(try await alice.wait { try await delivery(of: first) == .sent })
        try await bob.transport.createRecovery(replacing: true, password: password)
        #expect(try await alice.wait { await alice.session.encryption(of: chat)?.changedPeople.count == 1 })
        let second = try await alice.session.send("two", to: chat)
        #expect(
            try await alice.wait {
                if case .failed(let reason)? = try await delivery(of: second) {
                    reason.hasPrefix("The identity of \(synapse.id(of: "bob")) has changed")
                } else {
                    false
                }
            }
        )
        try await alice.acknowledge(in: chat)
        try await alice.session.resend(second, in: chat)
        #expect(try await bob.wait { try await bob.texts(of: chat) == ["one", "two"] })
        await leave()
    }

    private func delivery(of message: MessageID) async throws -> Delivery? {
        try await alice.timeline(of: chat).first { $0.id == message }?.delivery
    }
}

extension RealSession {
    /// Acknowledges the warning about a chat.
    fileprivate func acknowledge(in chat: ChatID) async throws {
        let warning = await session.encryption(of: chat)?.warningID ?? ""
        try await session.changeEncryption(.acknowledge(warning), in: chat)
    }

    fileprivate var stage: DeviceVerification.Stage? {
        get async throws { try await transport.encryptionService?.verification()?.stage }
    }

    fileprivate func devices(in chat: ChatID) async -> [ChatDevice] {
        await session.encryption(of: chat, deviceLimit: .max)?.devices ?? []
    }
}
