import ChatSession
import ChatStore
import ChatTypes
import HTTPClient
import HomeserverTesting
import JSONKit
import Testing
import ThreadTesting

@testable import MatrixTransport

@Suite(.serverThread, .serialized, .needsHomeserver, .timeLimit(.minutes(20)))
struct SynapseMutingTests {
    private let client = LenientClient()

    @Test func `a mute on one device applies on the other, and after a new initial sync`() async throws {
        let synapse = try await Synapse.running(for: "modes").unwrapped()
        let bob = try synapse.peer("bob")
        let name = try bob.perform(["do": "create", "invite": [synapse.user("alice")], "direct": true]).string
            .unwrapped()
        let chat = ChatID(name)
        let phone = try await device(of: synapse)
        let tablet = try await device(of: synapse)
        for device in [phone, tablet] {
            #expect(try await device.wait { try await isMuted(chat, on: device) == false })
        }
        try await phone.session.setMuted(true, in: chat)
        #expect(try await tablet.wait { try await isMuted(chat, on: tablet) == true })
        let late = try await device(of: synapse)
        #expect(try await late.wait { try await isMuted(chat, on: late) == true })
        try await tablet.session.setMuted(false, in: chat)
        for device in [phone, late] {
            #expect(try await device.wait { try await isMuted(chat, on: device) == false })
        }
    }

    @Test func `marks of one device apply on the other, after a new initial sync, and go when the chat is read`()
        async throws
    {
        let synapse = try await Synapse.running(for: "modes").unwrapped()
        let bob = try synapse.peer("bob")
        let name = try bob.perform(["do": "create", "invite": [synapse.user("alice")], "name": "Marked"]).string
            .unwrapped()
        let chat = ChatID(name)
        let (phone, tablet) = (try await device(of: synapse), try await device(of: synapse))
        for device in [phone, tablet] { #expect(try await device.wait { try await marks(chat, on: device) == [] }) }
        try await phone.session.setMembership(.join, in: chat)
        try await phone.session.set(.favourite, to: true, in: chat)
        try await phone.session.set(.unread, to: true, in: chat)
        #expect(try await tablet.wait { try await marks(chat, on: tablet) == [.favourite, .unread] })
        let late = try await device(of: synapse)
        #expect(try await late.wait { try await marks(chat, on: late) == [.favourite, .unread] })
        try await tablet.session.markAllRead()
        for device in [phone, late] {
            #expect(try await device.wait { try await marks(chat, on: device) == [.favourite] })
        }
    }

    private func marks(_ chat: ChatID, on device: RealSession) async throws -> Set<ChatMark>? {
        try await device.session.read { try $0.timeline(of: chat, in: .newest(1))?.marks }
    }

    private func device(of synapse: Synapse) async throws -> RealSession {
        try RealSession(try await synapse.logIn("alice", over: client), over: client, in: Folder())
    }

    private func isMuted(_ chat: ChatID, on device: RealSession) async throws -> Bool? {
        try await device.session.read { try $0.timeline(of: chat, in: .newest(1))?.isMuted }
    }
}
