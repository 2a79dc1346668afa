import ChatSession
import ChatStore
import ChatTypes
import Foundation
import HTTPClient
import HomeserverTesting
import JSONKit
import SimulationKit
import Testing

@testable import MatrixTransport

@Suite(.needsHomeserver, .timeLimit(.minutes(15)))
struct SynapseCountTests {
    private static let seed: UInt64 = 49
    /// The number of steps, from VIPERCHAT_STEPS; 50 by default.
    private static let stepCount = ProcessInfo.processInfo.environment["VIPERCHAT_STEPS"].flatMap { Int($0) } ?? 50

    @Test(arguments: [false, true])
    func `after each step of a random walk counts, pins and receipts equal the homeserver's`(isEncrypted: Bool)
        async throws
    {
        let walk = try await CountWalk(seed: Self.seed, isEncrypted: isEncrypted)
        for number in 1...max(Self.stepCount, 1) {
            let step = try await walk.step()
            let counts = try await walk.settledCounts()
            #expect(counts.here == counts.server, "step \(number): \(step)")
            if counts.here != counts.server { return }
        }
    }
}

/// A chat with Bob in which anything may happen, as one device of Alice's and the homeserver count it.
private final class CountWalk {
    private typealias Step = (name: String, perform: (CountWalk) async throws -> Void)

    struct Counts: Equatable {
        var unread: Int
        var mentions: Int
        /// The unread answers by root, of threads that have some.
        var threads: [String: Int] = [:]
        /// The pinned events, the one pinned last first.
        var pins: [String] = []
        /// The number of Alice's texts outside threads that Bob has read.
        var readCount = 0
    }

    private let client = LenientClient()
    private let isEncrypted: Bool
    private var random: SplitMix64
    private let chat: ChatID
    /// The device whose counts are compared, and Bob's, which encrypts.
    private let (phone, bob): (RealSession, RealSession)
    /// Requests by Alice's other device and by Bob, past any session.
    private let (other, bobs): (MatrixAPI, MatrixAPI)
    private var mode = NotificationMode.all
    private var transactions = 0
    /// Bob's texts and the messages of his threads that are left, newest last.
    private var texts: [(event: String, root: String?)] = []
    /// Alice's texts, newest last, with their ids here.
    private var own: [(event: String, id: MessageID)] = []

    init(seed: UInt64, isEncrypted: Bool) async throws {
        (random, self.isEncrypted) = (SplitMix64(seed: seed), isEncrypted)
        // The two walks run beside each other, and rules for notifications are an account's.
        let running = await Synapse.running(for: isEncrypted ? "secret-counts" : "counts")
        let (synapse, client) = (try running.unwrapped(), client)
        func api(_ account: MatrixAccount) -> MatrixAPI {
            MatrixAPI(homeserver: account.homeserver, token: account.token, client: client)
        }
        other = api(try await synapse.logIn("alice", over: client))
        // Rules of an earlier walk.
        try? await other.delete(["v3", "pushrules", "global", "content", "walk"])
        phone = try RealSession(try await synapse.logIn("alice", over: client), over: client, in: Folder())
        bob = try RealSession(try await synapse.logIn("bob", over: client), over: client, in: Folder())
        bobs = api(bob.account)
        let encryption: JSONText = [
            "type": "m.room.encryption", "state_key": "", "content": ["algorithm": "m.megolm.v1.aes-sha2"],
        ]
        let room = try await bobs.post(
            ["v3", "createRoom"],
            [
                "preset": "trusted_private_chat", "name": "Walk", "invite": [synapse.user("alice")],
                "initial_state": .array(isEncrypted ? [encryption] : []),
            ]
        )
        chat = ChatID(try room["room_id"]?.string.unwrapped() ?? "")
        #expect(try await phone.wait { try await phone.label(of: chat) == "Walk (invitation)" })
        try await phone.session.setMembership(.join, in: chat)
        #expect(try await phone.wait { try await phone.label(of: chat) == "Walk" })
        #expect(try await bob.wait { try await bob.label(of: chat) == "Walk" })
        try await text(self)
    }

    // MARK: Steps

    /// Does something at random; returns what.
    func step() async throws -> String {
        let all = Self.always + (isEncrypted ? Self.encrypted : Self.plain)
        let step = all[Int(random.next() % UInt64(all.count))]
        try await step.perform(self)
        return step.name
    }

    private static var always: [Step] {
        [
            ("text", { try await $0.text($0) }), ("another text", { try await $0.text($0) }),
            ("reaction", { try await $0.react() }),
            ("call", { try await $0.send(["call_id": "1", "version": "1"], "m.call.invite") }),
            ("unknown type", { try await $0.send(["body": "x"], "org.example.walk") }),
            (
                "unknown type with a mention",
                { try await $0.send(["body": "x", "m.mentions": $0.mention], "org.example.walk") }
            ),
            ("reaction with a mention", { try await $0.react(mentioning: true) }),
            ("deletion", { try await $0.delete() }), ("topic", { try await $0.setTopic() }),
            ("read elsewhere", { try await $0.readElsewhere() }),
            ("read a text elsewhere", { try await $0.readElsewhere(isLast: false) }),
            ("read here", { try await $0.readHere() }), ("read a thread here", { try await $0.readThreadHere() }),
            ("answer in a thread by the session", { try await $0.answerInThread() }),
            ("read all here", { try await $0.phone.session.markAllRead() }),
            ("mode", { try await $0.changeMode() }), ("keyword", { try await $0.changeKeyword() }),
            ("own text elsewhere", { try await $0.sendElsewhere() }),
            ("own text here", { try await $0.sendHere() }), ("Bob reads", { try await $0.readByBob() }),
            ("pins elsewhere", { try await $0.pinElsewhere() }), ("pin here", { try await $0.pinHere() }),
        ]
    }

    private static var encrypted: [Step] {
        [
            ("edit", { try await $0.edit() }), ("text by the session", { try await $0.text($0) }),
        ]
    }

    private var mention: JSONText { ["user_ids": [.string(phone.account.user.rawValue)]] }

    private static var plain: [Step] {
        [
            ("mention", { try await $0.say("you", mentioning: $0.mention) }),
            ("mention of all", { try await $0.say("all", mentioning: ["room": true]) }),
            ("keyword in a text", { try await $0.say("a banana") }),
            ("notice", { try await $0.say("done", kind: "m.notice") }),
            ("notice with a mention", { try await $0.say("done", kind: "m.notice", mentioning: $0.mention) }),
            ("emote", { try await $0.say("waves", kind: "m.emote") }),
            ("edit", { try await $0.edit() }), ("edit with a mention", { try await $0.edit(mentioning: true) }),
            ("sticker", { try await $0.send(["body": "cat", "url": "mxc://test/abc", "info": [:]], "m.sticker") }),
            ("thread", { try await $0.sayInThread() }),
            ("thread with a mention", { try await $0.sayInThread(mentioning: true) }),
            ("read a thread elsewhere", { try await $0.readThreadElsewhere() }),
        ]
    }

    private func pick() -> (event: String, root: String?)? {
        texts.isEmpty ? nil : texts[Int(random.next() % UInt64(texts.count))]
    }

    @discardableResult
    private func send(_ content: JSONText, _ type: String, by api: MatrixAPI? = nil) async throws -> String {
        transactions += 1
        let path = ["v3", "rooms", chat.rawValue, "send", type, "walk-\(UUID())-\(transactions)"]
        return try await (api ?? bobs).put(path, content)["event_id"]?.string.unwrapped() ?? ""
    }

    /// A text by Bob, through his session if it has to be encrypted.
    private func text(_: CountWalk) async throws {
        guard isEncrypted else { return try await say("text \(transactions)") }
        let id = try await bob.session.send("text \(transactions)", to: chat)
        var event: MessageID?
        #expect(
            try await bob.wait {
                event = try await bob.transport.ledger.read { [chat] tables in
                    try tables.hasPosition(id, in: chat) ? tables.event(of: id, in: chat) : nil
                }
                return event != nil
            }
        )
        texts.append((try event.unwrapped().rawValue, nil))
    }

    private func say(_ body: String, kind: String = "m.text", mentioning mentions: JSONText = [:]) async throws {
        let content: JSONText = ["msgtype": .string(kind), "body": .string(body), "m.mentions": mentions]
        texts.append((try await send(content, "m.room.message"), nil))
    }

    private func sayInThread(mentioning isMention: Bool = false) async throws {
        guard let root = texts.last(where: { $0.root == nil })?.event else { return }
        let relation: JSONText = [
            "rel_type": "m.thread", "event_id": .string(root), "is_falling_back": true,
            "m.in_reply_to": ["event_id": .string(root)],
        ]
        let content: JSONText = [
            "msgtype": "m.text", "body": "in a thread", "m.relates_to": relation,
            "m.mentions": isMention ? mention : [:],
        ]
        texts.append((try await send(content, "m.room.message"), root))
    }

    private func edit(mentioning isMention: Bool = false) async throws {
        guard let target = pick() else { return }
        let mentions: JSONText = isMention ? mention : [:]
        let relation: JSONText = ["rel_type": "m.replace", "event_id": .string(target.event)]
        guard !isEncrypted else {
            let known = try await bob.timeline(of: chat).last { $0.author == .me && $0.delivery != .sending }
            guard let known else { return }
            try await bob.session.edit(known.id, to: "edited \(random.next())", in: chat)
            #expect(try await bob.wait { try await bob.session.read { try $0.chatsWithOutbox() }.isEmpty })
            return
        }
        let new: JSONText = ["msgtype": "m.text", "body": "edited", "m.mentions": mentions]
        try await send(
            [
                "msgtype": "m.text", "body": "* edited", "m.mentions": mentions, "m.new_content": new,
                "m.relates_to": relation,
            ],
            "m.room.message"
        )
    }

    private func react(mentioning isMention: Bool = false) async throws {
        guard let target = pick() else { return }
        let relation: JSONText = [
            "rel_type": "m.annotation", "event_id": .string(target.event), "key": .string("\(random.next() % 1000)"),
        ]
        let mentions: [JSONText.Member] = isMention ? [.init(name: "m.mentions", value: mention)] : []
        _ = try? await send(.object([.init(name: "m.relates_to", value: relation)] + mentions), "m.reaction")
    }

    private func delete() async throws {
        guard texts.count > 3, let target = pick() else { return }
        texts.removeAll { $0.event == target.event }
        try await bobs.put(["v3", "rooms", chat.rawValue, "redact", target.event, "walk-\(UUID())"], [:])
    }

    private func setTopic() async throws {
        let path = ["v3", "rooms", chat.rawValue, "state", "m.room.topic"]
        try await bobs.put(path, ["topic": .string("topic \(random.next())")])
    }

    // MARK: Other device

    private func sendElsewhere() async throws {
        guard !isEncrypted else { return }
        let content: JSONText = ["msgtype": "m.text", "body": "mine", "m.mentions": [:]]
        let event = try await send(content, "m.room.message", by: other)
        own.append((event, MessageID(event)))
    }

    private func readByBob() async throws {
        guard !own.isEmpty else { return }
        let event = own[Int(random.next() % UInt64(own.count))].event
        let scope: JSONText = random.next() % 2 == 0 ? [:] : ["thread_id": "main"]
        try await bobs.post(["v3", "rooms", chat.rawValue, "receipt", "m.read", event], scope)
    }

    private func pinElsewhere() async throws {
        let events = (0..<3).compactMap { _ in pick()?.event }
        let unique = events.enumerated().filter { !events[..<$0.offset].contains($0.element) }.map(\.element)
        let path = ["v3", "rooms", chat.rawValue, "state", "m.room.pinned_events"]
        try await bobs.put(path, ["pinned": .array(unique.map { .string($0) })])
    }

    private func readElsewhere(isLast: Bool = true) async throws {
        let newest = try await other.get(
            ["v3", "rooms", chat.rawValue, "messages"],
            query: [("dir", "b"), ("limit", "1")]
        )
        let last = newest["chunk"]?.elements.first?["event_id"]?.string
        guard let event = isLast ? last : texts.last(where: { $0.root == nil })?.event else { return }
        try await other.post(["v3", "rooms", chat.rawValue, "receipt", "m.read", event], [:])
    }

    private func readThreadElsewhere() async throws {
        guard let newest = texts.last(where: { $0.root != nil }), let root = newest.root else { return }
        let path = ["v3", "rooms", chat.rawValue, "receipt", "m.read", newest.event]
        _ = try? await other.post(path, ["thread_id": .string(root)])
    }

    private func changeMode() async throws {
        let room = ["v3", "pushrules", "global", "room", chat.rawValue]
        if mode == .all {
            try await other.put(room, ["actions": []])
        } else {
            try await other.delete(room)
        }
        mode = mode == .all ? .mentions : .all
        let isSet = try await phone.wait { [mode, chat, phone] in
            let found = try await phone.session.read { reader in try reader.chats(limit: 100).first { $0.id == chat } }
            return found?.notifications == mode
        }
        #expect(isSet)
    }

    private func changeKeyword() async throws {
        let path = ["v3", "pushrules", "global", "content", "walk"]
        if random.next() % 2 == 0 {
            let actions: JSONText = ["notify", ["set_tweak": "highlight"]]
            try await other.put(path, ["pattern": "banana", "actions": actions])
        } else {
            try? await other.delete(path)
        }
    }

    // MARK: This device

    private func readHere() async throws {
        let newest = try await phone.session.read { [chat] in
            try $0.timeline(of: chat, in: .newest(1), part: .main)?.messages.last
        }
        guard let newest else { return }
        phone.session.setTopChat(chat)
        defer { phone.session.setTopChat(nil) }
        try await phone.session.markRead(chat, upTo: newest.id)
    }

    /// A text by Alice's session, which encrypts it in an encrypted chat.
    private func sendHere() async throws {
        let id = try await phone.session.send("mine \(random.next() % 1000)", to: chat)
        var event: MessageID?
        #expect(
            try await phone.wait {
                event = try await phone.transport.ledger.read { [chat] tables in
                    try tables.hasPosition(id, in: chat) ? tables.event(of: id, in: chat) : nil
                }
                return event != nil
            }
        )
        own.append((try event.unwrapped().rawValue, id))
    }

    /// Pins a text of Bob's that is here, or removes its pin.
    private func pinHere() async throws {
        guard let event = pick()?.event else { return }
        let known = try await phone.session.read { [chat] reader in
            try reader.timeline(of: chat, in: .newest(1000))?.messages.first { $0.id.rawValue == event }
        }
        guard let known, !known.isDeleted else { return }
        try await phone.session.change(.pin(known.id, !known.isPinned), in: chat)
    }

    /// Reads the thread with the newest answer.
    private func readThreadHere() async throws {
        let newest = try await phone.session.read { [chat] reader -> (root: MessageID, answer: MessageID)? in
            guard let root = try reader.timeline(of: chat, in: .newest(1), part: .threads)?.messages.last?.id,
                let answer = try reader.timeline(of: chat, in: .newest(1), part: .thread(root))?.messages.last?.id
            else { return nil }
            return (root, answer)
        }
        guard let newest else { return }
        phone.session.setTopChat(chat, showing: .thread(newest.root))
        defer { phone.session.setTopChat(nil) }
        try await phone.session.markRead(chat, upTo: newest.answer, thread: newest.root)
    }

    /// An answer by Bob's session, which encrypts it in an encrypted chat.
    private func answerInThread() async throws {
        guard let root = texts.last(where: { $0.root == nil })?.event else { return }
        let known = try await bob.session.read { [chat] reader in
            try reader.timeline(of: chat, in: .newest(200))?.messages.first { $0.id.rawValue == root }?.id
        }
        // Bob's own texts have client ids in his session.
        let own = try await bob.transport.ledger.read { [chat] tables in
            try tables.rooms.room(chat).flatMap { try tables.events.message(of: MessageID(root), in: $0.key) }
        }
        guard let message = own ?? known else { return }
        try await bob.session.send("answer \(random.next() % 1000)", inThread: message, of: chat)
        #expect(try await bob.wait { try await bob.session.read { try $0.chatsWithOutbox() }.isEmpty })
    }

    // MARK: Counts

    /// Returns both counts once they are equal, or after ten seconds.
    func settledCounts() async throws -> (here: Counts, server: Counts) {
        var counts = (here: Counts(unread: -1, mentions: -1), server: Counts(unread: -1, mentions: -1))
        for _ in 0..<100 {
            counts = (try await countsHere(), try await countsOfServer())
            if counts.here == counts.server { return counts }
            try await Task.sleep(for: .milliseconds(100))
        }
        return counts
    }

    private func countsHere() async throws -> Counts {
        let found = try await phone.session.read { [chat] in try $0.chats(limit: 100).first { $0.id == chat } }
            .unwrapped()
        let threads = try await phone.session.read { [chat] in
            try $0.timeline(of: chat, in: .newest(1000), part: .threads)?.messages ?? []
        }
        let counts = threads.map { ($0.id.rawValue, $0.thread?.unreadCount ?? 0) }.filter { $0.1 > 0 }
        let (pins, read) = try await phone.session.read { [chat] reader in
            let messages = try reader.timeline(of: chat, in: .newest(1000))?.messages ?? []
            return (
                try reader.pinnedMessages(of: chat, limit: 1000).map(\.id.rawValue),
                Set(messages.filter { $0.delivery == .read }.map(\.id))
            )
        }
        return comparable(
            Counts(
                unread: found.unreadCount,
                mentions: found.mentionCount,
                threads: Dictionary(counts) { first, _ in first },
                pins: pins,
                readCount: own.count { read.contains($0.id) }
            )
        )
    }

    private func countsOfServer() async throws -> Counts {
        let (none, receipts) = (#"{"types":[]}"#, #"{"types":["m.receipt"]}"#)
        let room =
            #"{"timeline":{"limit":1,"unread_thread_notifications":true},"state":\#(none),"ephemeral":\#(receipts),"rooms":["\#(chat)"],"not_rooms":["!\#(UUID()):test"]}"#
        let query = [(name: "filter", value: #"{"presence":\#(none),"room":\#(room)}"#), (name: "timeout", value: "0")]
        let json = try await other.get(["v3", "sync"], query: query)
        let found = try SyncResponse(json, user: phone.account.user)?.joined.first { $0.id == chat }.unwrapped()
        let counts = (found?.update.threadCounts ?? []).map { ($0.root.rawValue, $0.unread) }
        let pinned = try await other.find(["v3", "rooms", chat.rawValue, "state", "m.room.pinned_events"])
        // Bob may have a receipt for everything and another for what is outside threads: the further one counts.
        let read = (found?.update.receipts ?? []).filter {
            $0.reader == bob.account.user && ["", "main"].contains($0.thread)
        }
        return comparable(
            Counts(
                unread: found?.update.unreadCount ?? -1,
                mentions: found?.update.mentionCount ?? -1,
                threads: Dictionary(counts) { first, _ in first },
                pins: (pinned?["pinned"]?.elements ?? []).compactMap(\.string).reversed(),
                readCount: read.compactMap { receipt in own.firstIndex { $0.event == receipt.event.rawValue } }.max()
                    .map { $0 + 1 } ?? 0
            )
        )
    }

    /// In a chat of mentions only, messages without one count here and not at the homeserver; in an encrypted room the homeserver
    /// knows no mentions.
    private func comparable(_ counts: Counts) -> Counts {
        Counts(
            unread: mode == .all ? counts.unread : 0,
            mentions: isEncrypted ? 0 : counts.mentions,
            threads: mode == .all ? counts.threads : [:],
            pins: counts.pins,
            readCount: counts.readCount
        )
    }
}
