import ChatSession
import ChatStore
import ChatTypes
import SimulationKit
import Testing

@Suite struct MutingTests {
    @Test func `a mute setting is sent to the server once`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        for _ in 1...2 { try world.mute(true) }
        world.run(for: .seconds(100))
        #expect(world.told == ["none chat-ada"])
        try world.mute(false)
        world.run(for: .seconds(1))
        #expect(world.told == ["none chat-ada", "all chat-ada"])
    }

    @Test(arguments: Seeds.upTo(50))
    func `only the last of several mute settings is sent, and overrides the server's`(seed: UInt64)
        throws
    {
        let world = try SessionWorld(seed: seed, holding: [message(1)]) { script in
            script.after = { request, count in
                if request.kind == .mute, count < 3 { throw ServiceError.responseLost }
            }
        }
        world.run(for: .seconds(1))
        for isMuted in [true, false, true] { try world.mute(isMuted) }
        world.push.bring(ChatUpdate(chat: ada, notifications: .all))
        world.run(for: .seconds(60))
        #expect(world.told.last == "none chat-ada" && world.told.count <= 4)
        #expect(try world.isMuted() == true)
    }

    @Test func `a mute setting that was not sent before a death is sent at the next launch`() throws {
        let file = TemporaryFile()
        do {
            let world = try SessionWorld(file: file.path, holding: [message(1)]) { script in
                script.before = { request, _ in if request.kind == .mute { throw ServiceError.unreachable } }
            }
            world.run(for: .seconds(1))
            try world.mute(true)
            world.run(for: .seconds(1))
        }
        let world = try SessionWorld(file: file.path, holding: [message(1)])
        world.run(for: .seconds(1))
        #expect(try world.told == ["none chat-ada"] && world.isMuted() == true)
    }

    @Test func `a refused mute setting is not retried and applies on this device`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, _ in
                if request.kind == .mute { throw ServiceError.refused(.noMembership, text: "No") }
            }
        }
        world.run(for: .seconds(1))
        try world.mute(true)
        world.run(for: .seconds(1000))
        #expect(try world.told.count == 1 && world.isMuted() == true)
    }

    @Test func `a chat muted on another device is neither counted nor notified`() throws {
        let world = try SessionWorld()
        world.run(for: .seconds(1))
        world.push.bring(news([message(1)]))
        world.push.bring(ChatUpdate(chat: ada, notifications: .muted))
        world.run(for: .seconds(1))
        let told = Counter()
        world.begin { await $0.showNotifications { _ in told.increment() } }
        world.run(for: .seconds(1))
        #expect(try told.value == 0 && world.unread() == 0 && world.isMuted() == true)
        #expect(world.told == [], "the server knows it")
    }
}

@Suite struct MarkingTests {
    @Test func `the last value of each mark is sent, and a refused one is not retried`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, count in
                guard request.kind == .mark else { return }
                if count == 1 { throw ServiceError.unreachable }
                if request.what.hasPrefix("unread") { throw ServiceError.refused(.noMembership, text: "No") }
            }
        }
        world.run(for: .seconds(1))
        for (mark, isSet) in [(ChatMark.favourite, true), (.unread, true), (.unread, false), (.unread, true)] {
            try world.perform { try await $0.set(mark, to: isSet, in: ada.id) }
        }
        world.run(for: .seconds(100))
        #expect(Set(world.service.requests(.mark).map(\.what)) == ["favourite true chat-ada", "unread true chat-ada"])
        #expect(try world.marks() == [.favourite, .unread])
    }

    @Test func `a mark that was not sent before a death is sent at the next launch`() throws {
        let file = TemporaryFile()
        do {
            let world = try SessionWorld(file: file.path, holding: [message(1)]) { script in
                script.before = { request, _ in if request.kind == .mark { throw ServiceError.unreachable } }
            }
            world.run(for: .seconds(1))
            try world.perform { try await $0.set(.favourite, to: true, in: ada.id) }
        }
        let world = try SessionWorld(file: file.path, holding: [message(1)])
        world.run(for: .seconds(1))
        #expect(world.service.requests(.mark).map(\.what) == ["favourite true chat-ada"])
    }

    @Test func `reading a chat tells the server that it is not marked as unread`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        world.push.bring(ChatUpdate(chat: ada, marks: [.unread: true]))
        world.run(for: .seconds(1))
        #expect(try world.marks() == [.unread])
        try world.perform { try await $0.markAllRead() }
        world.run(for: .seconds(1))
        #expect(world.service.requests(.mark).map(\.what) == ["unread false chat-ada"])
    }
}

extension SessionWorld {
    fileprivate func marks() throws -> Set<ChatMark>? {
        try perform { try await $0.read { try $0.timeline(of: ada.id, in: .newest(1))?.marks } }
    }

    fileprivate func mute(_ isMuted: Bool) throws { try perform { try await $0.setMuted(isMuted, in: ada.id) } }

    fileprivate func isMuted() throws -> Bool? {
        try perform { try await $0.read { try $0.timeline(of: ada.id, in: .newest(1))?.isMuted } }
    }

    fileprivate var told: [String] { service.requests(.mute).map(\.what) }
}
