import ChatTypes
import RuntimeKit
import Testing
import Transport

@testable import ChatSession
@testable import ChatStore

@Suite struct LiveLinkTests {
    private func makeLink(_ world: DutyWorld) -> LiveLink {
        LiveLink(world.context, pushes: world.live, sockets: world.live, inbox: world.inbox, typing: world.typing)
    }

    @Test func `a delay that the server asked for is kept although it can be reached meanwhile`() throws {
        let world = try DutyWorld()
        let link = makeLink(world)
        world.begin { await link.followPushes() }
        world.run(for: .seconds(5))
        world.live.drop(with: ServiceError.tryAgain(after: .seconds(600)))
        for _ in 1...50 {
            world.run(for: .seconds(10))
            world.history.status.update { $0.connection.requests = .failing(.unreachable) }
            world.history.status.update { $0.connection.requests = .working }
        }
        #expect(world.live.attempts.count == 1)
        world.run(for: .seconds(120))
        #expect(world.live.attempts.count == 2)
    }

    @Test func `a connection that has stood is opened again at once, however often it failed before`() throws {
        let world = try DutyWorld()
        let link = makeLink(world)
        world.live.refusal = .unreachable
        world.begin { await link.followPushes() }
        world.run(for: .seconds(100))
        world.live.refusal = nil
        world.run(for: .seconds(40))
        let count = world.live.attempts.count
        #expect(world.live.openCount == 1)
        world.live.drop()
        world.run(for: .seconds(1))
        #expect(world.live.attempts.count == count + 1)
    }

    @Test func `an event is committed before the source continues`() throws {
        let world = try DutyWorld()
        let link = makeLink(world)
        let stored = try world.perform { [history = world.history] in
            await link.receive(.updates([news([message(1)])]))
            return try await history.read { try $0.timeline(of: ada.id, in: .newest(9))?.messages.count }
        }
        #expect(stored == 1 && world.notifier.drain().count == 1)
    }

    @Test func `a link that fails requests one sync, so that the user learns whether the server is there`() throws {
        let world = try DutyWorld()
        let link = makeLink(world)
        world.live.refusal = .unreachable
        world.begin { await link.followPushes() }
        world.run(for: .seconds(30))
        #expect(world.live.attempts.count > 3 && world.context.queues.sync.drain().count == 1)
    }
}
