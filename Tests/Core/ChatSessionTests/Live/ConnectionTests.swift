import ChatSession
import ChatStore
import ChatTypes
import SimulationKit
import Testing

@Suite struct ConnectionTests {
    @Test(arguments: Seeds.upTo(50))
    func `a screen opens one socket and closes it when it ends`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed)
        let screen = world.enter(ada)
        world.run(for: .seconds(200))
        #expect(world.sockets.attempts.map(\.chat) == [ada.id])
        #expect(world.sockets.openCount == 1)
        screen.cancel()
        world.run(for: .seconds(1))
        #expect(world.sockets.openCount == 0)
        world.run(for: .seconds(200))
        #expect(world.sockets.attempts.count == 1)
    }

    @Test func `a refused socket is retried with growing delays`() throws {
        let world = try SessionWorld()
        world.sockets.refusal = .unreachable
        world.run(for: .seconds(1))
        world.enter(ada)
        world.run(for: .seconds(600))
        let times = world.sockets.attempts.map { $0.time / .seconds(1) }
        let delays = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect((0.25...0.5).contains(delays[0]) && (1...2).contains(delays[2]))
        // Each successful sync, one a minute, causes an attempt at once.
        #expect(delays[7...].allSatisfy { $0 <= 30 } && delays[7...].count { $0 < 15 } <= 20)
        world.sockets.refusal = nil
        world.run(for: .seconds(31))
        #expect(world.sockets.openCount == 1)
    }

    @Test func `a connection that drops at once is retried with growing delays`() throws {
        let world = try SessionWorld()
        for _ in 1...6000 {
            world.run(for: .milliseconds(10))
            world.push.drop()
        }
        #expect(world.push.attempts.count < 20 && world.service.requests(.sync).count < 40)
    }

    @Test func `a connection that takes long to fail is retried with growing delays`() throws {
        let world = try SessionWorld { $0.before = { _, _ in throw ServiceError.unreachable } }
        world.push.opensNever = true
        world.run(for: .seconds(1200))
        let times = world.push.attempts.map { $0.time / .seconds(1) }
        let pauses = zip(times, times.dropFirst()).map { $1 - $0 - 60 }
        #expect((0.25...0.5).contains(pauses[0]) && pauses[8...].allSatisfy { $0 >= 15 })
    }

    @Test func `the live link shows as failing while the server asks for a delay`() throws {
        let world = try SessionWorld()
        world.run(for: .seconds(5))
        world.push.drop(with: ServiceError.tryAgain(after: .seconds(600)))
        world.run(for: .seconds(5))
        #expect(try world.status().connection == Connection(requests: .working, liveLink: .failing))
        world.run(for: .seconds(600))
        #expect(try world.status().connection.liveLink == .open)
    }

    @Test func `a refused socket does not change the status`() throws {
        let world = try SessionWorld()
        world.run(for: .seconds(1))
        world.sockets.refusal = .refused(.unknownChat, text: "No such chat")
        world.enter(ada)
        world.run(for: .seconds(5))
        #expect(try world.status().connection.requests == .working)
    }

    @Test func `a dropped push connection is opened again, and only a failure is shown`() throws {
        let world = try SessionWorld()
        world.run(for: .seconds(1))
        let standing = Connection(requests: .working, liveLink: .open)
        #expect(try world.status().connection == standing)
        world.push.drop()
        world.run(for: .seconds(5))
        #expect(try world.status().connection == standing)
        world.push.refusal = .unreachable
        world.push.drop()
        world.run(for: .seconds(1))
        #expect(try world.status().connection == Connection(requests: .working, liveLink: .failing))
        world.push.refusal = nil
        world.run(for: .seconds(61))
        #expect(try world.status().connection == standing)
        #expect(world.push.openCount == 1)
    }

    @Test func `refused push beside working requests changes the status once`() throws {
        let (world, heard) = (try SessionWorld(), Counter())
        world.push.refusal = .refused(RefusalCode(rawValue: "no_push"), text: "No push here")
        world.listen(to: .account, heard)
        world.run(for: .seconds(600))
        #expect(heard.value <= 3, "at the start, for the requests, and for the link")
        #expect(try world.status().connection == Connection(requests: .working, liveLink: .failing))
    }

    @Test func `a push connection that never opens is retried`() throws {
        let world = try SessionWorld()
        world.push.opensNever = true
        world.run(for: .seconds(150))
        #expect(world.push.attempts.count >= 2)
        #expect(try world.status().connection.liveLink == .failing)
        world.push.opensNever = false
        world.run(for: .seconds(100))
        #expect(try world.status().connection.liveLink == .open)
    }

    @Test(arguments: Seeds.upTo(30))
    func `push reconnects as soon as the server is back`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed) { $0.before = { _, _ in throw ServiceError.unreachable } }
        world.push.refusal = .unreachable
        world.run(for: .seconds(200 + Double(seed)))
        world.service.script.before = { _, _ in }
        world.push.refusal = nil
        world.push.bring()
        let start = world.seconds
        while world.push.openCount == 0, world.seconds < start + 60 { world.run(for: .milliseconds(100)) }
        let back = try #require(world.service.requests(.sync).map { $0.time / .seconds(1) }.first { $0 >= start })
        #expect(world.seconds - back < 2, "waited on although the server was back")
    }

    @Test(arguments: Seeds.upTo(20))
    func `messages that a dropped socket missed arrive after it reconnects`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed)
        world.enter(ada)
        world.run(for: .seconds(1))
        for number in 1...5 {
            world.sockets.drop()
            world.service.hold([message(number)])
            world.run(for: .seconds(3))
            #expect(try world.messages().count == number)
        }
        world.sockets.bring(news([message(6)]))
        world.run(for: .seconds(1))
        #expect(try world.messages().count == 6)
    }

    @Test(arguments: Seeds.upTo(50))
    func `a message in transit on a closed socket arrives at once, not a minute later`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed)
        let screen = world.enter(ada)
        world.run(for: .seconds(5))
        world.service.hold([message(1)])
        screen.cancel()
        world.sockets.bring(news([message(1)]))
        world.run(for: .seconds(2))
        #expect(try world.texts() == ["text 1"])
    }

    @Test(arguments: Seeds.upTo(50))
    func `a session that ends leaves no task running`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed, holding: (1...9).map { message($0) }) { $0.syncLimit = 2 }
        world.enter(ada)
        world.run(for: .milliseconds(Int(seed) * 3))
        world.stop()
        #expect(world.push.openCount == 0 && world.sockets.openCount == 0)
        #expect(!world.executor.step(), "no task sleeps, and none is ready")
    }
}
