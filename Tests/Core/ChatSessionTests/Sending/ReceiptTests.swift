import ChatSession
import ChatStore
import ChatTypes
import RuntimeKit
import SimulationKit
import Testing

@Suite struct ReceiptTests {
    private static let log = (1...9).map { message($0) }

    @Test func `markRead lowers the badge at once and tells the server`() throws {
        let world = try SessionWorld(holding: Self.log)
        world.run(for: .seconds(1))
        try world.markRead(9)
        #expect(try world.unread() == 0)
        world.run(for: .seconds(1))
        #expect(world.service.requests(.markRead).map(\.what) == ["m9"])
    }

    @Test(arguments: Seeds.upTo(50))
    func `only the latest of several waiting receipts is sent`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed, holding: Self.log) { script in
            script.before = { request, count in
                if request.kind == .markRead, count == 1 { throw ServiceError.unreachable }
            }
        }
        world.run(for: .seconds(1))
        for number in 1...9 { try world.markRead(number) }
        try world.markRead(4)
        world.run(for: .seconds(5))
        let told = world.service.requests(.markRead).map(\.what)
        #expect(told.last == "m9" && told.count <= 3)
        #expect(told == told.sorted())
        #expect(try world.unread() == 0)
    }

    @Test func `a receipt in a group that the user has left is sent after rejoining`() throws {
        let world = try SessionWorld(holding: Self.log) { script in
            script.before = { request, _ in
                if request.kind == .markRead { throw ServiceError.refused(.notMember, text: "Not here") }
            }
        }
        world.run(for: .seconds(1))
        try world.markRead(9)
        world.run(for: .seconds(600))
        #expect(world.service.requests(.markRead).count == 1, "asked again, it would be refused again")
        world.service.script.before = { _, _ in }
        for (number, isMember) in [(Int64(1), false), (2, true)] {
            let membership = Membership(member: .me, name: "Me", isMember: isMember, number: number)
            let group = ChatHeader(id: ada.id, contact: ada.contact, isGroup: true, createdAt: ada.createdAt)
            world.push.bring(ChatUpdate(chat: group, memberships: [membership]))
            world.run(for: .seconds(5))
            #expect(world.service.requests(.markRead).count == Int(number))
        }
        #expect(world.service.requests(.markRead).last?.what == "m9")
    }

    @Test func `markAllRead lowers the badge of chats that nobody looks at, and tells the server once`() throws {
        let world = try SessionWorld(holding: (1...9).map { message($0) })
        world.run(for: .seconds(1))
        #expect(try world.unread() == 9)
        for _ in 1...2 { try world.perform { try await $0.markAllRead() } }
        #expect(try world.unread() == 0)
        world.run(for: .seconds(10))
        #expect(world.service.requests(.markRead).map(\.what) == ["m9"])
    }

    @Test func `markAllRead in one chat reads it from the list, removes its mark, and tells the server once`() throws {
        let world = try SessionWorld(holding: (1...9).map { message($0) })
        world.run(for: .seconds(1))
        try world.perform { try await $0.set(.unread, to: true, in: ada.id) }
        for _ in 1...2 { try world.perform { try await $0.markAllRead(in: ada.id) } }
        #expect(try world.unread() == 0)
        #expect(try world.perform { try await $0.read { try $0.chats(limit: 1).first?.marks } } == [])
        world.run(for: .seconds(10))
        #expect(world.service.requests(.markRead).map(\.what) == ["m9"])
        try world.perform { try await $0.set(.unread, to: true, in: ada.id) }
        try world.perform { try await $0.markAllRead(in: ada.id) }
        #expect(try world.perform { try await $0.read { try $0.chats(limit: 1).first?.marks } } == [], "the mark alone")
    }

    @Test func `markRead of a chat that is covered, or without focus, changes and sends nothing`() throws {
        let world = try SessionWorld(holding: Self.log)
        world.run(for: .seconds(1))
        let read = { try world.perform { try await $0.markRead(ada.id, upTo: MessageID("m9")) } }
        #expect(try !read(), "no chat is on top")
        world.session.setTopChat(ada.id)
        world.session.setFocus(false)
        #expect(try !read(), "the app has no focus")
        world.run(for: .seconds(10))
        #expect(try world.unread() == 9 && world.service.requests(.markRead).isEmpty)
        world.session.setFocus(true)
        #expect(try read() && world.unread() == 0)
    }

    @Test func `markRead sends nothing for messages that are read already`() throws {
        let world = try SessionWorld(holding: Self.log)
        world.run(for: .seconds(1))
        for number in [9, 9, 3] { try world.markRead(number) }
        world.run(for: .seconds(100))
        try world.markRead(9)
        world.run(for: .seconds(100))
        #expect(world.service.requests(.markRead).count == 1)
    }

    @Test func `a waiting receipt survives a restart`() throws {
        let file = TemporaryFile()
        do {
            let world = try SessionWorld(file: file.path, holding: Self.log) { script in
                script.before = { request, _ in if request.kind == .markRead { throw ServiceError.unreachable } }
            }
            world.run(for: .seconds(1))
            try world.markRead(5)
            world.run(for: .seconds(1))
        }
        let world = try SessionWorld(file: file.path, holding: Self.log)
        world.run(for: .seconds(1))
        #expect(world.service.requests(.markRead).map(\.what) == ["m5"])
        #expect(try world.unread() == 4)
    }

    @Test func `a receipt is not sent unless it is committed`() throws {
        let world = try SessionWorld(holding: Self.log)
        world.run(for: .seconds(1))
        try world.setDiskFull(true)
        #expect(throws: StorageProblem.self) { try world.markRead(9) }
        world.run(for: .seconds(100))
        #expect(world.service.requests(.markRead).isEmpty)
        #expect(try world.unread() == 9)
    }

    @Test func `a refused receipt is dropped, and a later one is sent`() throws {
        let world = try SessionWorld(holding: Self.log) { script in
            script.before = { request, _ in
                if request.what == "m5" { throw ServiceError.refused(.unknownChat, text: "No such chat") }
            }
        }
        world.run(for: .seconds(1))
        try world.markRead(5)
        world.run(for: .seconds(300))
        #expect(world.service.requests(.markRead).count == 1)
        try world.markRead(6)
        world.run(for: .seconds(1))
        #expect(world.service.requests(.markRead).map(\.what) == ["m5", "m6"])
    }

    @Test func `a receipt is retried with growing delays until it is accepted`() throws {
        let world = try SessionWorld(holding: Self.log) { script in
            script.before = { request, count in
                if request.kind == .markRead, count < 8 { throw ServiceError.responseLost }
            }
        }
        world.run(for: .seconds(1))
        try world.markRead(9)
        world.run(for: .seconds(200))
        let times = world.service.requests(.markRead).map { $0.time / .seconds(1) }
        try #require(times.count == 8)
        #expect(times[7] - times[6] > 10 * (times[1] - times[0]))
    }

    @Test func `a contact's receipt marks a message and all earlier ones as read`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        let ids = try (1...3).map { try world.send("own \($0)") }
        world.run(for: .seconds(2))
        world.push.bring(news(receipts: [ReadReceipt(reader: .contact, message: ids[1])]))
        world.run(for: .seconds(1))
        #expect(try world.deliveries() == [.received, .read, .read, .sent])
        world.push.bring(news(receipts: [ReadReceipt(reader: .contact, message: ids[0])]))
        world.run(for: .seconds(1))
        #expect(try world.deliveries() == [.received, .read, .read, .sent])
    }
}
