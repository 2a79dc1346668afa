import ChatTypes
import Testing

@testable import ChatSession
@testable import ChatStore

@Suite struct SyncLoopTests {
    private func begin(_ world: DutyWorld) -> SyncLoop {
        let loop = SyncLoop(world.context, inbox: world.inbox)
        world.begin { await loop.run() }
        return loop
    }

    @Test func `it syncs each minute, and at once on request`() throws {
        let world = try DutyWorld(holding: [message(1)])
        _ = begin(world)
        world.run(for: .seconds(130))
        #expect(world.service.requests(.sync).count == 3)
        world.context.queues.requestSync()
        world.run(for: .seconds(1))
        #expect(world.service.requests(.sync).count == 4)
        #expect(try world.messages().count == 1)
        #expect(world.history.status.value.connection.requests == .working)
    }

    @Test func `the first sync ends although it fails, for those who wait and those who come later`() throws {
        let world = try DutyWorld { $0.before = { _, _ in throw ServiceError.unreachable } }
        let (loop, ended) = (begin(world), Counter())
        for _ in 1...2 {
            world.begin {
                await loop.waitForFirstSync()
                ended.increment()
            }
        }
        world.run(for: .seconds(1))
        #expect(ended.value == 2)
        try world.perform { await loop.waitForFirstSync() }
        #expect(world.history.status.value.connection.requests == .failing(.unreachable))
    }

    @Test func `a failure after a sync that succeeded is retried as soon as the first one`() throws {
        let world = try DutyWorld { $0.before = { _, count in if count != 9 { throw ServiceError.unreachable } } }
        _ = begin(world)
        world.run(for: .seconds(300))
        let times = world.service.requests(.sync).map { $0.time / .seconds(1) }
        #expect(times.count > 10 && times[10] - times[9] < 1)
    }

    @Test func `a request for a sync does not shorten a delay that the server asked for`() throws {
        let world = try DutyWorld { $0.before = { _, _ in throw ServiceError.tryAgain(after: .seconds(300)) } }
        _ = begin(world)
        for _ in 1...29 {
            world.run(for: .seconds(10))
            world.context.queues.requestSync()
        }
        #expect(world.service.requests(.sync).count == 1)
        world.run(for: .seconds(20))
        #expect(world.service.requests(.sync).count == 2)
    }
}
