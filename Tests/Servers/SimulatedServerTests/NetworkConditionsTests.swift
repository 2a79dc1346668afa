import ChatTypes
import RuntimeKit
import Testing
import Transport

@testable import SimulatedServer

@Suite struct NetworkConditionsTests {
    /// Returns how many of `count` requests end in each way.
    private func outcomes(_ conditions: NetworkConditions, count: Int = 4000) throws -> [String: Double] {
        let world = try SimulatedWorld(conditions: conditions)
        return try world.run {
            var counts: [String: Double] = [:]
            for _ in 1...count {
                var outcome = "answered"
                do {
                    try await world.connection.setPresence(.active)
                } catch ServiceError.tryAgain(let delay) {
                    #expect((.seconds(1) ... .seconds(3)).contains(delay))
                    outcome = "busy"
                } catch {
                    outcome = String(describing: error)
                }
                counts[outcome, default: 0] += 1 / Double(count)
            }
            return counts
        }
    }

    @Test func `a perfect network loses nothing`() throws {
        #expect(try outcomes(.perfect).keys.sorted() == ["answered"])
    }

    @Test func `a mobile network loses one request in fifty`() throws {
        #expect((0.97...0.99).contains(try outcomes(.mobile)["answered"] ?? 0))
    }

    @Test func `in a storm a tenth of the requests and a tenth of the answers are lost`() throws {
        var conditions = NetworkConditions.storm
        conditions.outageInterval = nil
        let rates = try outcomes(conditions)
        #expect((0.085...0.115).contains(rates["\(ServiceError.unreachable)"] ?? 0))
        #expect((0.085...0.115).contains(rates["\(ServiceError.responseLost)"] ?? 0))
        #expect((0.02...0.04).contains(rates["busy"] ?? 0))
    }

    @Test func `a lost request was not done, a lost answer was`() throws {
        var conditions = NetworkConditions.perfect
        conditions.requestLossRate = 1
        let world = try SimulatedWorld(conditions: conditions)
        #expect(throws: ServiceError.unreachable) {
            try world.run { try await world.connection.send(world.outgoing(1)) }
        }
        conditions.requestLossRate = 0
        conditions.responseLossRate = 1
        world.connection.conditions = conditions
        #expect(throws: ServiceError.responseLost) {
            try world.run { try await world.connection.send(world.outgoing(2)) }
        }
        #expect(
            try world.run { await world.server.log(of: SimulatedWorld.john).map(\.id).dropFirst() } == [
                MessageID("own-2")
            ]
        )
    }

    @Test func `a cancelled request throws CancellationError`() throws {
        let world = try SimulatedWorld()
        defer { world.end() }
        for (delay, way) in [(0.0, 20), (0.005, 20), (0.015, 20), (nil, 0)] as [(Double?, Int)] {
            let spy = OutcomeSpy()
            world.connection.conditions.roundTrip = .milliseconds(way) ... .milliseconds(way)
            let task = world.begin { await spy.record { try await world.connection.setPresence(.active) } }
            if let delay { world.run(for: .seconds(delay)) }
            task.cancel()
            world.run(for: .milliseconds(1))
            #expect(spy.error is CancellationError)
        }
    }

    @Test func `under a storm news comes twice and out of order as often as the conditions say`() throws {
        var conditions = NetworkConditions.perfect
        conditions.duplicationRate = NetworkConditions.storm.duplicationRate
        conditions.reorderingRate = NetworkConditions.storm.reorderingRate
        let world = try SimulatedWorld(conditions: conditions)
        defer { world.end() }
        let spy = LiveSpy()
        world.begin { await spy.receive(in: world) }
        world.run(for: .seconds(1))
        for number in 1...2000 {
            try world.run { try await world.server.contactWrites("\(number)", in: SimulatedWorld.john) }
            world.run(for: .milliseconds(500))
        }
        world.run(for: .seconds(10))
        let numbers = spy.messages.compactMap { Int($0.text) }
        #expect(Set(numbers).count == 2000, "nothing is lost while the connection stands")
        #expect((2150...2250).contains(numbers.count))
        var (seen, firsts) = (Set<Int>(), [Int]())
        for number in numbers where seen.insert(number).inserted { firsts.append(number) }
        let overtaken = zip(firsts, firsts.dropFirst()).count { $0 > $1 }
        #expect((100...220).contains(overtaken))
    }

    @Test func `outages come every 90 seconds on average and end within 30`()
        throws
    {
        var conditions = NetworkConditions.perfect
        conditions.outageInterval = .seconds(90)
        let world = try SimulatedWorld(conditions: conditions)
        let absences = try world.run {
            var (absences, start) = ([ClosedRange<Double>](), Double?.none)
            while world.seconds < 25_000 {
                do {
                    try await world.connection.setPresence(.active)
                    if let away = start { absences.append(away...world.seconds) }
                    start = nil
                } catch {
                    start = start ?? world.seconds
                }
                try await world.environment.clock.sleep(for: .milliseconds(200))
            }
            return absences
        }
        let lengths = absences.map { $0.upperBound - $0.lowerBound }
        #expect((180...300).contains(absences.count))
        #expect(lengths.allSatisfy { $0 <= 31 } && (13...17).contains(lengths.reduce(0, +) / Double(lengths.count)))
    }

    @Test func `when the server goes away, connections break and cannot be made until it is back`() throws {
        var conditions = NetworkConditions.perfect
        conditions.outageInterval = .seconds(1_000_000)
        let world = try SimulatedWorld(conditions: conditions)
        defer { world.end() }
        try world.run { try await world.connection.setPresence(.active) }
        conditions.outageInterval = .seconds(10)
        conditions.outageLength = .seconds(10) ... .seconds(10)
        world.connection.conditions = conditions
        let (push, socket) = (LiveSpy(), LiveSpy())
        world.begin { await push.receive(in: world) }
        world.begin { await socket.connect(in: world) }
        while push.ends.isEmpty { world.run(for: .milliseconds(100)) }
        #expect(world.seconds < 200, "the new conditions hold at once")
        #expect(socket.ends.map { $0 as? ServiceError } == [.unreachable])
        world.begin { await socket.connect(in: world) }
        world.run(for: .seconds(1))
        #expect(socket.ends.count == 2 && socket.events.map(\.event) == [.opened])
        #expect(throws: ServiceError.unreachable) {
            try world.run { try await world.connection.send(world.outgoing(1)) }
        }
        #expect(try world.run { await world.server.log(of: SimulatedWorld.john).count } == 1, "nothing gets there")
        world.connection.conditions = .perfect
        world.begin { await socket.connect(in: world) }
        world.run(for: .seconds(1))
        #expect(socket.events.map(\.event) == [.opened, .opened], "calm ends the absence")
    }

    @Test func `an answer on its way when the server goes away is lost`() throws {
        var conditions = NetworkConditions.perfect
        conditions.roundTrip = .seconds(2) ... .seconds(2)
        conditions.outageInterval = .seconds(10)
        let world = try SimulatedWorld(conditions: conditions)
        let (lost, log) = try world.run {
            var lost: [MessageID] = []
            for number in 1...100 {
                do {
                    _ = try await world.connection.send(world.outgoing(number))
                } catch ServiceError.responseLost {
                    lost.append(MessageID("own-\(number)"))
                } catch {}
            }
            return (lost, await world.server.log(of: SimulatedWorld.john).map(\.id))
        }
        #expect(!lost.isEmpty && Set(lost).isSubset(of: log), "but the server has done what it was asked")
    }
}
