import ChatSession
import ChatStore
import ChatTypes
import SimulationKit
import Testing

extension ReportedBugTests {
    private static let log = (1...30).map { message($0, from: $0.isMultiple(of: 3) ? .me : .contact) }

    /// matrix-rust-sdk#6284: a sync with a gap lowered the unread count.
    @Test func `a sync with a gap never lowers the unread count`() throws {
        let world = try SessionWorld(holding: Array(Self.log[..<10])) { $0.syncLimit = 2 }
        world.run(for: .seconds(60))
        #expect(try world.unread() == 7)
        world.service.hold(Array(Self.log[10...]))
        world.push.drop()
        var last = 7
        for _ in 1...2000 {
            world.run(for: .milliseconds(5))
            let unread = try world.unread()
            #expect(unread >= last)
            last = unread
        }
        #expect(last == 20)
    }

    /// element-x-ios#2375: a chat once read turned unread again.
    @Test(arguments: Seeds.upTo(50))
    func `a chat that was read does not become unread again`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed, holding: Self.log) { script in
            script.after = { request, _ in if request.kind == .markRead { throw ServiceError.responseLost } }
        }
        world.run(for: .seconds(5))
        try world.markRead(29)
        var random = SplitMix64(seed: seed)
        for _ in 1...10 {
            let number = Int.random(in: 1...28, using: &random)
            world.push.bring(news([Self.log[number - 1]], receipts: [read(number, by: .me)]))
            if Bool.random(using: &random) { world.push.drop() }
            world.run(for: .seconds(2))
            #expect(try world.unread() == 0)
        }
    }

    /// zulip-terminal#1029, #696: negative unread counts.
    @Test(arguments: Seeds.upTo(50))
    func `the unread count equals the unread rows for every order of updates`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed) { script in
            script.before = { request, _ in if request.kind == .page { throw ServiceError.unreachable } }
        }
        world.run(for: .seconds(1))
        var random = SplitMix64(seed: seed)
        for _ in 1...60 {
            let number = Int.random(in: 1...30, using: &random)
            switch Int.random(in: 1...3, using: &random) {
            case 1: world.push.bring(news([Self.log[number - 1]]))
            case 2: world.push.bring(news(receipts: [read(number, by: .me)]))
            default: try world.markRead(number)
            }
            world.run(for: .milliseconds(1))
            let history = try world.history()
            let derived = history.timelines.map { timeline in
                timeline.messages.count { message in
                    message.author == .contact && timeline.marker.map { $0 < message.position ?? $0 } ?? true
                }
            }
            #expect(history.chats.map(\.unreadCount) == derived)
            #expect(history.unread == derived.reduce(0, +))
        }
    }

    /// open-im-server#2807, siggy#484: the user's own messages counted as unread.
    @Test func `the user's own messages are never unread`() throws {
        let world = try SessionWorld(holding: [message(1, from: .me)])
        world.run(for: .seconds(1))
        try world.send("hello")
        world.run(for: .seconds(1))
        world.push.bring(news([message(3, from: .me)]))
        world.push.bring(news([world.service.log()[1]]))
        world.run(for: .seconds(5))
        #expect(try world.messages().count == 3)
        #expect(try world.unread() == 0)
    }

    /// siggy#484: receipts for rows not loaded were lost.
    @Test func `a receipt applies to rows off screen and to messages that come later`() throws {
        let own = (1...30).map { message($0, from: .me) }
        let world = try SessionWorld { script in
            script.syncAnswer = { _, _ in
                let receipts = [read(12, by: .contact), read(30, by: .me)]
                return SyncPage(
                    updates: [news(Array(own[25...]), receipts: receipts)],
                    next: SyncCursor("now"),
                    isComplete: true
                )
            }
        }
        world.service.hold(own)
        world.run(for: .seconds(1))
        #expect(try world.deliveries() == [.sent, .sent, .sent, .sent, .sent])
        for _ in 1...9 { try world.perform { try await $0.loadEarlier(in: ada.id) } }
        #expect(try world.deliveries().prefix(12).allSatisfy { $0 == .read })
        #expect(try world.deliveries().dropFirst(12).allSatisfy { $0 == .sent })
        world.push.bring(news(receipts: [read(20, by: .contact)]))
        world.run(for: .seconds(1))
        #expect(
            try world.perform { try await $0.read { try $0.timeline(of: ada.id, in: .newest(5))?.messages.count } } == 5
        )
        #expect(try world.deliveries().count { $0 == .read } == 20)
    }
}
