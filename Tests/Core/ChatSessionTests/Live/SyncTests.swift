import ChatSession
import ChatTypes
import SimulationKit
import Testing

@testable import ChatStore

@Suite struct SyncTests {
    @Test func `a sync receives all pages and stores its cursor`() throws {
        let world = try SessionWorld { script in
            script.syncAnswer = { cursor, _ in
                let number = cursor.flatMap { Int($0.rawValue) } ?? 0
                let messages = number < 3 ? [message(number + 1)] : []
                return SyncPage(
                    updates: [news(messages)],
                    next: SyncCursor("\(min(number + 1, 3))"),
                    isComplete: number >= 2
                )
            }
        }
        world.run(for: .seconds(1))
        #expect(try world.texts() == ["text 1", "text 2", "text 3"])
        #expect(world.service.requests(.sync).prefix(3).map(\.what) == ["", "1", "2"])
        #expect(try world.perform { try await $0.read { try $0.syncCursor() } } == SyncCursor("3"))
    }

    @Test func `the account has been synced once no part of it is still to come`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.isPartial = true
            script.before = { request, _ in if request.kind == .sync { throw ServiceError.unreachable } }
        }
        func hasSynced() throws -> Bool { try world.perform { await $0.hasSynced } }
        world.run(for: .seconds(1))
        world.service.script.isPartial = false
        #expect(try !hasSynced(), "no sync has succeeded")
        world.service.script.isPartial = true
        world.service.script.before = { _, _ in }
        world.run(for: .seconds(60))
        #expect(try world.texts() == ["text 1"] && !hasSynced())
        world.service.script.isPartial = false
        #expect(try hasSynced())
    }

    @Test func `a repeated page ends a sync`() throws {
        let world = try SessionWorld { script in
            script.syncAnswer = { _, _ in SyncPage(updates: [], next: SyncCursor("same"), isComplete: false) }
        }
        world.run(for: .seconds(30))
        #expect(world.service.requests(.sync).count < 10)
        #expect(try world.status().connection.requests == .working)
    }

    /// The cursors are repeated within an attempt of 200 pages, or in a later one.
    @Test(arguments: [1, 150])
    func `a sync without end is continued with growing delays`(differentCursors: Int) throws {
        let world = try SessionWorld { script in
            script.syncAnswer = { _, count in
                SyncPage(updates: [], next: SyncCursor("\(count % (2 * differentCursors))"), isComplete: false)
            }
        }
        // An attempt takes seven seconds: without growing delays, there are 16 of them in two minutes.
        world.run(for: .seconds(120))
        #expect(world.service.requests(.sync).count < 2200)
        let late = world.service.requests(.sync).filter { $0.time > .seconds(60) }
        #expect(late.count <= 600)
    }

    @Test func `a sync that is never answered fails and is retried`() throws {
        let world = try SessionWorld(holding: [message(1)]) { $0.silent = [.sync] }
        world.run(for: .seconds(130))
        #expect(try world.status().connection.requests == .failing(.responseLost))
        #expect(world.service.requests(.sync).count >= 2)
        world.service.script.silent = []
        world.run(for: .seconds(91))
        #expect(try world.texts() == ["text 1"])
    }

    @Test func `a false cancellation does not end the sync`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, count in
                if request.kind == .sync, count < 5 { throw CancellationError() }
            }
        }
        world.run(for: .seconds(3))
        #expect(try world.status().connection.requests == .failing(.responseLost))
        world.run(for: .seconds(60))
        #expect(try world.texts() == ["text 1"])
        #expect(try world.status().connection.requests == .working)
    }

    @Test func `an expired cursor starts a full sync and loses nothing`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(2))
        world.service.hold([message(2)])
        world.service.script.before = { request, _ in
            guard request.kind == .sync, request.what != "" else { return }
            throw ServiceError.refused(.unknownCursor, text: "Unknown cursor")
        }
        world.run(for: .seconds(61))
        #expect(try world.texts() == ["text 1", "text 2"])
        #expect(try world.status().connection.requests == .working)
    }

    @Test func `cursors that expire at once do not cause a tight loop`() throws {
        let world = try SessionWorld { script in
            script.before = { request, _ in
                guard request.kind == .sync, request.what != "" else { return }
                throw ServiceError.refused(.unknownCursor, text: "Unknown cursor")
            }
            script.syncAnswer = { _, count in
                SyncPage(updates: [news([message(1)])], next: SyncCursor("\(count)"), isComplete: false)
            }
        }
        world.run(for: .seconds(60))
        #expect(world.service.requests(.sync).count < 30)
        #expect(try world.texts() == ["text 1"])
    }

    @Test func `a message without a push arrives with the next sync`() throws {
        let world = try SessionWorld()
        world.run(for: .seconds(5))
        world.service.hold([message(1)])
        world.run(for: .seconds(61))
        #expect(try world.texts() == ["text 1"])
        #expect(world.notified() == [], "a backlog raises the badge alone")
    }

    @Test func `rejoining a group syncs its members at once`() throws {
        let world = try SessionWorld()
        world.run(for: .seconds(1))
        let count = world.service.requests(.sync).count
        let group = ChatHeader(id: ada.id, contact: ada.contact, isGroup: true, createdAt: ada.createdAt)
        world.push.bring(ChatUpdate(chat: group, memberships: [Membership(member: .me, name: "Me", number: 1)]))
        world.run(for: .seconds(5))
        #expect(world.service.requests(.sync).count == count + 1)
    }

    @Test(arguments: Seeds.upTo(50))
    func `each opened connection causes a sync`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed)
        world.run(for: .seconds(5))
        world.service.hold([message(1)])
        world.push.drop()
        world.run(for: .seconds(2))
        #expect(try world.texts() == ["text 1"])
        world.service.hold([message(2)])
        world.enter(ada)
        world.run(for: .seconds(1))
        #expect(try world.texts() == ["text 1", "text 2"])
    }

    @Test func `a failed sync keeps the history, is reported and is retried`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(2))
        world.service.script.before = { _, _ in throw ServiceError.unreachable }
        world.push.drop()
        world.run(for: .seconds(5))
        #expect(try world.texts() == ["text 1"])
        #expect(try world.status().connection.requests == .failing(.unreachable))
        world.service.hold([message(2)])
        world.service.script.before = { _, _ in }
        world.run(for: .seconds(31))
        #expect(try world.texts() == ["text 1", "text 2"])
        #expect(try world.status().connection.requests == .working)
    }

    @Test func `firstSync returns even if the server never answers`() throws {
        let scripts: [@Sendable (inout ServiceFake.Script) -> Void] = [
            { _ in }, { $0.before = { _, _ in throw ServiceError.unreachable } }, { $0.silent = [.sync] },
            { $0.syncAnswer = { SyncPage(updates: [], next: SyncCursor("\($1)"), isComplete: false) } },
        ]
        for script in scripts {
            let (world, ended) = (try SessionWorld(script: script), Counter())
            world.begin {
                await $0.firstSync()
                ended.increment()
            }
            world.run(for: .seconds(61))
            #expect(ended.value == 1)
        }
    }

    @Test func `an empty sync changes and invalidates nothing`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(2))
        let (before, heard) = (try world.history(), Counter())
        world.listen(to: .account, heard)
        world.run(for: .seconds(200))
        #expect(try world.history() == before)
        #expect(heard.value == 1)
    }

    @Test func `a membership that a sync brings requests no other sync`() throws {
        let world = try SessionWorld { script in
            script.syncAnswer = { _, _ in
                let me = Membership(member: .me, name: "Me", number: 1)
                let update = ChatUpdate(chat: group("team", "Team"), memberships: [me])
                return SyncPage(updates: [update], next: SyncCursor("now"), isComplete: true)
            }
        }
        world.run(for: .seconds(50))
        #expect((1...3).contains(world.service.requests(.sync).count))
    }
}
