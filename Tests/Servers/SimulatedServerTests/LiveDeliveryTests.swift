import ChatTypes
import RuntimeKit
import SimulationKit
import Synchronization
import Testing
import Transport

@testable import SimulatedServer

@Suite struct LiveDeliveryTests {
    private let john = SimulatedWorld.john

    @Test func `a connection opens first, then brings each piece of news once and in order`() throws {
        let world = try SimulatedWorld()
        defer { world.end() }
        let spy = LiveSpy()
        world.begin { await spy.receive(in: world) }
        world.run(for: .seconds(1))
        for number in 1...100 {
            try world.run { try await world.server.contactWrites("\(number)", in: SimulatedWorld.john) }
            world.run(for: .milliseconds(5))
        }
        world.run(for: .seconds(1))
        #expect(spy.events.first?.event == .opened && spy.ends.isEmpty)
        #expect(spy.messages.map(\.text) == (1...100).map(String.init))
        #expect(spy.events.filter { $0.event == .opened }.count == 1)
    }

    @Test func `news takes half a round trip`() throws {
        let world = try SimulatedWorld()
        defer { world.end() }
        let spy = LiveSpy()
        world.begin { await spy.receive(in: world) }
        for _ in 1...50 {
            world.run(for: .seconds(1))
            let start = world.seconds
            try world.run { try await world.server.contactWrites("Hi", in: SimulatedWorld.john) }
            world.run(for: .seconds(1))
            #expect((0.01...0.03).contains((spy.events.last?.seconds ?? 0) - start))
        }
    }

    @Test func `news goes to the chat's socket when one is open, and by push otherwise`() throws {
        let world = try SimulatedWorld()
        defer { world.end() }
        let (push, socket) = (LiveSpy(), LiveSpy())
        let ada = try world.run { try await world.connection.createChat(with: "Ada Lovelace").id }
        world.begin { await push.receive(in: world) }
        let open = world.begin { await socket.connect(in: world) }
        world.run(for: .seconds(1))
        try world.run {
            try await world.server.contactWrites("by socket", in: SimulatedWorld.john)
            try await world.server.contactWrites("by push", in: ada)
        }
        world.run(for: .seconds(1))
        open.cancel()
        world.run(for: .seconds(1))
        try world.run { try await world.server.contactWrites("now by push", in: SimulatedWorld.john) }
        world.run(for: .seconds(1))
        #expect(socket.messages.map(\.text) == ["by socket"])
        #expect(push.messages.map(\.text) == ["by push", "now by push"])
    }

    @Test func `the user's actions return by socket only, the contact's receipts by either`()
        throws
    {
        let world = try SimulatedWorld()
        defer { world.end() }
        let (push, socket) = (LiveSpy(), LiveSpy())
        world.begin { await push.receive(in: world) }
        world.run(for: .seconds(1))
        func sendAndBeRead(_ number: Int) throws -> Message {
            let sent = try world.run {
                let sent = try await world.connection.send(world.outgoing(number))
                try await world.connection.markRead(SimulatedWorld.john, upTo: sent.id)
                try await world.server.contactReads(in: SimulatedWorld.john)
                return sent
            }
            world.run(for: .seconds(1))
            return sent
        }
        _ = try sendAndBeRead(1)
        world.begin { await socket.connect(in: world) }
        world.run(for: .seconds(1))
        let echoed = try sendAndBeRead(2)
        #expect(push.messages.isEmpty)
        #expect(push.receipts == [ReadReceipt(reader: .contact, message: MessageID("own-1"))])
        #expect(socket.messages == [echoed])
        #expect(socket.receipts.map(\.reader) == [.me, .contact])
    }

    @Test func `sync brings what happened without a connection`() throws {
        let world = try SimulatedWorld()
        defer { world.end() }
        let spy = LiveSpy()
        try world.run { try await world.server.contactWrites("missed", in: SimulatedWorld.john) }
        world.begin { await spy.receive(in: world) }
        world.run(for: .seconds(5))
        #expect(spy.events.map(\.event) == [.opened])
    }

    @Test func `news that waits while the body runs arrives together`() throws {
        let world = try SimulatedWorld()
        defer { world.end() }
        let batches = Mutex<[Int]>([])
        world.begin {
            try? await world.connection.receive { event in
                guard case .updates(let updates) = event else { return }
                batches.withLock { $0.append(updates.count) }
                try? await world.environment.clock.sleep(for: .seconds(10))
            }
        }
        world.run(for: .seconds(1))
        for _ in 1...21 {
            try world.run { try await world.server.contactWrites("Hi", in: SimulatedWorld.john) }
            world.run(for: .milliseconds(100))
        }
        world.run(for: .seconds(30))
        #expect(batches.withLock { $0 } == [1, 20])
    }
}
