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

@Suite(.serverThread, .serialized, .needsHomeserver, .timeLimit(.minutes(20)))
struct SynapsePushRuleTests {
    private let client = LenientClient()

    @Test(arguments: NotificationMode.allCases)
    func `counts equal the homeserver's under the predefined rules, with mentions only and muted`(
        _ mode: NotificationMode
    ) async throws {
        let synapse = try await Synapse.running(for: "rules").unwrapped()
        let bob = try synapse.peer("bob")
        let people: JSONText = [synapse.user("alice"), synapse.user("carol")]
        let name = try bob.perform(["do": "create", "invite": people, "name": "Counting"]).string.unwrapped()
        let chat = ChatID(name)
        let phone = try RealSession(try await synapse.logIn("alice", over: client), over: client, in: Folder())
        #expect(try await phone.wait { try await phone.label(of: chat) == "Counting (invitation)" })
        try await phone.session.setMembership(.join, in: chat)
        if mode != .all {
            try await phone.session.setNotifications(mode, in: chat)
            #expect(try await phone.wait { try await phone.session.read { try $0.dueNotifications(in: chat) } == nil })
        }
        func say(_ text: String, kind: String = "m.text", mentioning mentions: JSONText = [:]) throws -> JSONValue {
            let content: JSONText = ["msgtype": .string(kind), "body": .string(text), "m.mentions": mentions]
            let room = JSONText.string(name)
            return try bob.perform(["do": "send", "room": room, "type": "m.room.message", "content": content])
        }
        // The homeserver counts the invitation, too, until something behind it is read.
        try await read(try say("start"), in: chat, on: phone)
        #expect(try await phone.wait { try await serversCounts(of: chat, on: phone) == [0, 0] })
        _ = try say("hello")
        _ = try say("you", mentioning: ["user_ids": [synapse.user("alice")]])
        _ = try say("the other", mentioning: ["user_ids": [synapse.user("carol")]])
        _ = try say("all", mentioning: ["room": true])
        let last = try say("a program", kind: "m.notice")
        #expect(try await phone.wait { try await phone.texts(of: chat).last == "a program" })
        let wanted = mode == .all ? [4, 2] : mode == .mentions ? [2, 2] : [0, 0]
        #expect(try await counts(of: chat, on: phone) == wanted)
        #expect(try await phone.wait { try await serversCounts(of: chat, on: phone) == wanted })
        #expect(try await phone.timeline(of: chat).map(\.mentionsMe) == [false, false, true, false, true, false])
        try await read(last, in: chat, on: phone)
        #expect(try await phone.wait { try await serversCounts(of: chat, on: phone) == [0, 0] })
        _ = try say("you again", mentioning: ["user_ids": [synapse.user("alice")]])
        let now = mode == .muted ? [0, 0] : [1, 1]
        #expect(try await phone.wait { try await phone.texts(of: chat).last == "you again" })
        #expect(try await counts(of: chat, on: phone) == now)
        #expect(try await phone.wait { try await serversCounts(of: chat, on: phone) == now })
    }

    /// Reads a message as if it was on screen.
    private func read(_ event: JSONValue, in chat: ChatID, on device: RealSession) async throws {
        let message = MessageID(try event.string.unwrapped())
        device.session.setTopChat(chat)
        #expect(
            try await device.wait {
                guard try await device.timeline(of: chat).contains(where: { $0.id == message }) else { return false }
                return try await device.session.markRead(chat, upTo: message)
            }
        )
        device.session.setTopChat(nil)
    }

    /// The messages that notify the user, and the mentions among them, as the history has them.
    private func counts(of chat: ChatID, on device: RealSession) async throws -> [Int] {
        let found = try await device.session.read { try $0.chats(limit: 100).first { $0.id == chat } }.unwrapped()
        let mode = found.notifications
        return [
            mode.count(unread: found.unreadCount, mentions: found.mentionCount),
            mode.count(unread: found.mentionCount, mentions: found.mentionCount),
        ]
    }

    /// The homeserver's numbers. It repeats the response to an equal request for minutes, so each has another filter.
    private func serversCounts(of chat: ChatID, on device: RealSession) async throws -> [Int?] {
        let none = #"{"types":[]}"#
        let room = #"{"timeline":{"limit":1},"state":\#(none),"ephemeral":\#(none),"not_rooms":["!\#(UUID()):test"]}"#
        let query = [(name: "filter", value: #"{"presence":\#(none),"room":\#(room)}"#), (name: "timeout", value: "0")]
        let json = try await device.transport.api.get(["v3", "sync"], query: query)
        let found = SyncResponse(json, user: device.account.user)?.joined.first { $0.id == chat }
        return try [found.unwrapped().update.unreadCount, found.unwrapped().update.mentionCount]
    }
}
