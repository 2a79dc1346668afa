import ChatSession
import ChatStore
import ChatTypes
import Foundation
import HTTPClient
import HomeserverTesting
import JSONKit
import Testing
import ThreadTesting

@testable import MatrixTransport

/// A bad network in front of a real homeserver. VIPERCHAT_FAULTS sets the number of messages of each side (6).
@Suite(.serverThread, .serialized, .needsHomeserver, .timeLimit(.minutes(20)))
struct FaultTests {
    private let count = ProcessInfo.processInfo.environment["VIPERCHAT_FAULTS"].flatMap { Int($0) } ?? 6

    /// Alice behind a proxy, and Bob in their direct room.
    private struct Conversation {
        let (alice, bob): (RealSession, Peer)
        let (proxy, chat): (FaultProxy, ChatID)

        init(on synapse: Synapse, seed: UInt64) async throws {
            let client = CurlClient()
            let direct = try await synapse.logIn("alice", over: client)
            proxy = try synapse.faults(seed: seed)
            alice = try RealSession(proxy.account(direct), over: client, in: Folder(), messagesPerRoom: 5)
            bob = try synapse.peer("bob")
            let room = try bob.perform(["do": "create", "invite": [synapse.user("alice")], "direct": true]).string
            let (alice, chat) = (alice, ChatID(try room.unwrapped()))
            self.chat = chat
            #expect(try await alice.join(chat))
            try await alice.session.send("I am here", to: chat)
            #expect(try await alice.wait { try await alice.timeline(of: chat).last?.delivery == .sent })
        }

        func say(_ text: String) throws {
            let answer = try bob.perform(["do": "text", "room": .string(chat.rawValue), "text": .string(text)])
            #expect(answer.string?.hasPrefix("$") == true)
        }

        /// The homeserver's messages with their authors, oldest first.
        func texts() throws -> [String] {
            let read = try bob.perform(["do": "read", "room": .string(chat.rawValue), "limit": .integer(2000)])
            return read.elements.reversed().compactMap { event in
                let text = event.elements[2].string ?? ""
                return text.isEmpty ? nil : text
            }
        }

        /// Waits until both sides have all messages, and compares them.
        func compare(_ said: [String]) async throws {
            let isComplete = try await alice.wait(upTo: .seconds(120)) {
                let messages = try await alice.timeline(of: chat, said.count + 10)
                return messages.count >= said.count + 1 && messages.allSatisfy { $0.delivery != .sending }
                    && messages.dropFirst().allSatisfy { !$0.followsGap }
            }
            #expect(isComplete)
            let (theirs, ours) = (try texts(), try await alice.timeline(of: chat, said.count + 10).map(\.text))
            #expect(theirs.sorted() == (said + ["I am here"]).sorted(), "each of them once")
            #expect(ours == theirs, "in the server's order")
        }
    }

    @Test func `through cuts, delays, resets and refusals every message arrives once, both ways`() async throws {
        let synapse = try await Synapse.running(for: "faults").unwrapped()
        let talk = try await Conversation(on: synapse, seed: 7)
        try talk.proxy.fail(percent: 40)
        for number in 1...count {
            try await talk.alice.session.send("mine \(number)", to: talk.chat)
            try talk.say("theirs \(number)")
        }
        let isSent = try await talk.alice.wait(upTo: .seconds(300)) {
            try await talk.alice.timeline(of: talk.chat, 2 * count).allSatisfy { $0.delivery != .sending }
        }
        #expect(isSent)
        let faults = try talk.proxy.fail(percent: 0)
        print("faults of the proxy: \(faults.map { "\($0.fault) \($0.count)" }.joined(separator: ", "))")
        #expect(faults.map(\.count).reduce(0, +) >= 1)
        try await talk.compare((1...count).flatMap { ["mine \($0)", "theirs \($0)"] })
        await talk.alice.stop()
    }

    @Test func `after a restart of the homeserver every message is there once, on both sides`() async throws {
        // A separate homeserver: other tests use the common one.
        let synapse = try Synapse.started("restarts")
        defer { try? synapse.stop() }
        let talk = try await Conversation(on: synapse, seed: 8)
        let half = max(1, count / 2)
        for number in 1...half { try await talk.alice.session.send("before \(number)", to: talk.chat) }
        try synapse.stop()
        for number in 1...half { try await talk.alice.session.send("while \(number)", to: talk.chat) }
        try synapse.start()
        for number in 1...half { try talk.say("theirs \(number)") }
        try await talk.compare((1...half).flatMap { ["before \($0)", "while \($0)", "theirs \($0)"] })
        await talk.alice.stop()
    }
}
