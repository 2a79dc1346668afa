import ChatSession
import ChatStore
import ChatTypes
import SimulationKit
import Testing

@Suite struct IngestTests {
    private static let log = (1...6).map { message($0, from: $0 == 2 ? .me : .contact) }

    @Test(arguments: Seeds.upTo(60))
    func `a message is one row, for every order and number of sources`(seed: UInt64) throws {
        let orderly = try SessionWorld(holding: Self.log)
        orderly.run(for: .seconds(5))
        let world = try SessionWorld(seed: seed, holding: Self.log)
        world.enter(ada)
        var random = SplitMix64(seed: seed)
        for _ in 1...20 {
            let from = Int.random(in: 1...6, using: &random)
            let stretch = Self.log[(from - 1)..<Int.random(in: from...6, using: &random)]
            if Bool.random(using: &random) {
                world.push.bring(news(stretch.shuffled(using: &random)))
            } else {
                world.sockets.bring(news(Array(stretch)), news([Self.log[0]]))
            }
            world.run(for: .milliseconds(Int.random(in: 0...20, using: &random)))
            if Int.random(in: 1...6, using: &random) == 1 { world.sockets.drop() }
        }
        world.run(for: .seconds(100))
        #expect(try world.history() == orderly.history())
        #expect(try world.texts() == Self.log.map(\.text))
        #expect(try world.unread() == 5)
    }

    @Test(arguments: Seeds.upTo(60))
    func `the user's message is one row, whether echo or response comes first`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed, holding: [message(1)])
        world.enter(ada)
        world.run(for: .seconds(1))
        let id = try world.send("hello")
        try world.run { $0.service.log().count == 2 }
        world.sockets.bring(news([world.service.log()[1]]))
        if seed.isMultiple(of: 2) { world.push.bring(news([world.service.log()[1]])) }
        for _ in 1...100 {
            #expect(try world.messages().count { $0.id == id } == 1)
            world.run(for: .milliseconds(1))
        }
        #expect(try world.deliveries() == [.received, .sent])
        #expect(world.service.requests(.send).count == 1)
    }

    @Test(arguments: Seeds.upTo(60))
    func `pages and live messages are merged in the server's order`(seed: UInt64) throws {
        let log = (1...30).map { message($0) }
        let world = try SessionWorld(seed: seed, holding: Array(log[..<25])) { $0.syncLimit = 2 }
        world.run(for: .milliseconds(Int(seed)))
        for number in 26...30 {
            world.service.hold([log[number - 1]])
            world.push.bring(news([log[number - 1]]))
            world.run(for: .milliseconds(10))
        }
        world.run(for: .seconds(30))
        #expect(try world.texts() == log.map(\.text))
        #expect(try world.messages().allSatisfy { !$0.followsGap })
        #expect(try world.unread() == 30)
    }

    @Test func `the badge always equals the sum of the unread counts`() throws {
        let world = try SessionWorld()
        world.run(for: .seconds(1))
        world.push.bring(news([message(1), message(2)]), news([message(1), message(2, from: .me)], of: ben))
        world.run(for: .seconds(1))
        #expect(try world.unread() == 3)
        try world.markRead(1)
        #expect(try world.unread() == 2)
        world.push.bring(news([message(3)], receipts: [read(2, by: .me)]))
        world.run(for: .seconds(1))
        #expect(try world.unread() == 2)
        #expect(try world.history().chats.map(\.unreadCount).reduce(0, +) == 2)
    }

    @Test func `queries of a chat run again after its updates only`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        let (adas, bens) = (Counter(), Counter())
        world.listen(to: .chat(ada.id), adas)
        world.listen(to: .chat(ben.id), bens)
        world.run(for: .seconds(1))
        world.push.bring(news([message(2)]))
        world.run(for: .seconds(1))
        #expect(adas.value == 2 && bens.value == 1)
        world.push.bring(news([message(2)]))
        world.run(for: .seconds(1))
        #expect(adas.value == 2, "nothing changed")
    }
}
