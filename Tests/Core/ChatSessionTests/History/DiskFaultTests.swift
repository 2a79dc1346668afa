import ChatSession
import ChatStore
import ChatTypes
import RuntimeKit
import SimulationKit
import Testing

@Suite struct DiskFaultTests {
    private static let log = [message(1), message(2, from: .me), message(3), message(4)]

    @Test func `a failure of any statement leaves an update complete or absent`() throws {
        let orderly = try SessionWorld(holding: Self.log)
        orderly.run(for: .seconds(1))
        let (whole, failures) = (try orderly.history(), Counter())
        let numbers = Seeds.every(3, of: 1...60)
        for number in numbers {
            let world = try SessionWorld()
            world.run(for: .seconds(1))
            let before = try world.history()
            world.service.hold(Self.log)
            world.service.script.before = { _, _ in throw ServiceError.unreachable }
            try world.failStatement(number)
            world.push.bring(news(Self.log))
            world.run(for: .milliseconds(1))
            if try world.status().storageProblem != nil {
                failures.increment()
                #expect(try world.history() == before)
                #expect(world.notified() == [], "what is not stored is not told")
            } else {
                #expect(try world.history() == whole)
            }
            world.service.script.before = { _, _ in }
            world.run(for: .seconds(60))
            #expect(try world.history() == whole, "a sync brings it later")
            #expect(try world.status() == ModelStatus(connection: Connection(requests: .working, liveLink: .open)))
        }
        #expect(failures.value > numbers.count / 6 && failures.value < numbers.count)
    }

    /// The process dies at a write and leaves the database file only.
    @Test func `after a death at any write of a sync, the next launch syncs the rest`() throws {
        for number in Seeds.every(3, of: 1...30) {
            let file = TemporaryFile()
            let dying = try SessionWorld(file: file.path, runs: false, holding: Self.log)
            try dying.failStatements(from: number)
            dying.run()
            dying.run(for: .seconds(1))
            dying.stop()
            let world = try SessionWorld(file: file.path, holding: Self.log)
            world.run(for: .seconds(1))
            #expect(try world.texts() == Self.log.map(\.text), "after a death at write \(number)")
        }
    }

    @Test func `waiting messages are sent although the disk cannot be read at launch`() throws {
        let file = TemporaryFile()
        let earlier = try SessionWorld(file: file.path, holding: [message(1)]) { script in
            script.before = { request, _ in if request.kind == .send { throw ServiceError.unreachable } }
        }
        earlier.run(for: .seconds(1))
        try earlier.send("hello")
        earlier.stop()
        let world = try SessionWorld(file: file.path, runs: false, holding: [message(1)])
        try world.execute("ALTER TABLE message RENAME TO hidden")
        world.run()
        world.run(for: .seconds(5))
        try world.execute("ALTER TABLE hidden RENAME TO message")
        world.run(for: .seconds(60))
        #expect(world.service.log().map(\.text) == ["text 1", "hello"])
    }

    @Test func `an update that could not be stored is synced at once, not a minute later`() throws {
        let world = try SessionWorld()
        world.run(for: .seconds(5))
        world.service.hold([message(1)])
        try world.failStatement(1)
        world.push.bring(news([message(1)]))
        world.run(for: .seconds(1))
        #expect(try world.texts() == ["text 1"])
        #expect(try world.unread() == 1)
    }

    @Test func `a full disk is reported and changes nothing else`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        let before = try world.history()
        try world.setDiskFull(true)
        world.service.hold([message(2)])
        world.push.bring(news([message(2)]))
        world.run(for: .seconds(100))
        #expect(try world.status().storageProblem == .other(detail: "no space left on the disk"))
        #expect(try world.history() == before)
        #expect(world.notified() == [])
        try world.setDiskFull(false)
        world.run(for: .seconds(61))
        #expect(try world.texts() == ["text 1", "text 2"])
        #expect(try world.status() == ModelStatus(connection: Connection(requests: .working, liveLink: .open)))
    }

    @Test func `a full disk does not show the server as offline`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        try world.setDiskFull(true)
        world.run(for: .seconds(300))
        #expect(try world.status().connection.requests == .working)
    }

    @Test func `send throws for a message that cannot be stored, and does not send it`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        try world.setDiskFull(true)
        #expect(throws: StorageProblem.self) { try world.send("hello") }
        try world.setDiskFull(false)
        world.run(for: .seconds(100))
        #expect(try world.texts() == ["text 1"])
        #expect(world.service.requests(.send).isEmpty)
    }

    @Test func `a response that cannot be stored is requested again and gives one message`() throws {
        let world = try SessionWorld(holding: [message(1)])
        world.run(for: .seconds(1))
        try world.send("hello")
        try world.setDiskFull(true)
        world.run(for: .seconds(30))
        #expect(try world.deliveries() == [.received, .sending])
        try world.setDiskFull(false)
        world.run(for: .seconds(60))
        #expect(try world.deliveries() == [.received, .sent])
        #expect(world.service.log().map(\.text) == ["text 1", "hello"])
    }

    @Test func `a refusal that cannot be stored is stored later on`() throws {
        let world = try SessionWorld(holding: [message(1)]) { script in
            script.before = { request, _ in
                if request.kind == .send { throw ServiceError.refused(.tooLong, text: "Too long") }
            }
        }
        world.run(for: .seconds(1))
        try world.send("hello")
        try world.setDiskFull(true)
        world.run(for: .seconds(30))
        #expect(try world.deliveries() == [.received, .sending])
        try world.setDiskFull(false)
        world.run(for: .seconds(60))
        #expect(try world.deliveries() == [.received, .failed(reason: "Too long")])
    }
}
