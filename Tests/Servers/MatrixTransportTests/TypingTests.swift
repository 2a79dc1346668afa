import ChatTypes
import HTTPClient
import JSONKit
import SimulationKit
import Testing
import Transport

@testable import MatrixTransport

@Suite struct TypingTests {
    private func typing(_ next: String, _ people: ContactID...) -> String {
        let users = people.map { #""\#($0)""# }.joined(separator: ",")
        let event = #"{"type":"m.typing","content":{"user_ids":[\#(users)]}}"#
        return answer(next, extra: #","ephemeral":{"events":[\#(event)]}"#)
    }

    private func world() throws -> (TransportFixture, SyncFake) {
        let (world, news) = (try TransportFixture(), SyncFake(["": answer("1", state: adasRoomState)]))
        let clock = world.executor.clock
        world.http.answer = { call in
            guard call.isSync else { return .json("{}") }
            guard call.isLongPoll, let timeout = Int(call.query["timeout"] ?? "") else {
                return try await news.answer(call)
            }
            return try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
                group.addTask { try await news.answer(call) }
                group.addTask {
                    try await clock.sleep(for: .milliseconds(timeout))
                    return .json(#"{"next_batch":"\#(call.query["since"] ?? "")"}"#)
                }
                defer { group.cancelAll() }
                return try await group.next().unwrapped()
            }
        }
        try world.start()
        return (world, news)
    }

    private func notices(_ world: TransportFixture) -> [Bool] {
        world.events.all.compactMap { if case .typing(let isTyping, .contact, room) = $0 { isTyping } else { nil } }
    }

    @Test func `typing is repeated until it stops or expires`() throws {
        let (world, news) = try world()
        news.add(typing("2", ada), since: "1")
        world.run(.seconds(1))
        #expect(notices(world) == [true])
        world.run(.seconds(10))
        #expect(notices(world) == [true, true, true])
        news.add(typing("3"), since: "2")
        world.run(.seconds(20))
        #expect(notices(world) == [true, true, true, false])
        #expect(world.http.calls.last { $0.isSync }?.query["timeout"].map { $0.hasPrefix("3000") } == true)
    }

    @Test func `a message ends its author's typing, also if the homeserver does not say so`() throws {
        let (world, news) = try world()
        news.add(typing("2", ada), since: "1")
        world.run(.seconds(1))
        #expect(notices(world) == [true])
        news.add(answer("3", text(1)), since: "2")
        world.run(.seconds(20))
        #expect(notices(world) == [true])
        #expect(world.http.calls.last { $0.isSync }?.query["timeout"].map { $0.hasPrefix("3000") } == true)
    }

    @Test func `typing that comes with an older message of its author goes on`() throws {
        let (world, news) = try world()
        let event = #"{"type":"m.typing","content":{"user_ids":["\#(ada)"]}}"#
        news.add(answer("2", text(1), extra: #","ephemeral":{"events":[\#(event)]}"#), since: "1")
        world.run(.seconds(1))
        #expect(notices(world) == [true])
        world.run(.seconds(5))
        #expect(notices(world) == [true, true])
    }

    @Test func `typing ends in rooms that the user has left`() throws {
        let (world, news) = try world()
        news.add(typing("2", ada), since: "1")
        world.run(.seconds(1))
        news.add(#"{"next_batch":"3","rooms":{"leave":{"\#(room)":{}}}}"#, since: "2")
        world.run(.seconds(20))
        #expect(notices(world) == [true, false])
        #expect(world.http.calls.last { $0.isSync }?.query["timeout"].map { $0.hasPrefix("3000") } == true)
    }

    @Test func `the user's own typing is not reported`() throws {
        let (world, news) = try world()
        news.add(typing("2", me), since: "1")
        world.run(.seconds(1))
        #expect(notices(world) == [false])
    }

    /// The typing notices of a group.
    private func groupNotices(_ world: TransportFixture) -> [String] {
        world.events.all.compactMap { event in
            guard case .typing(let isTyping, let author, room) = event else { return nil }
            return "\(author.member?.rawValue ?? "\(author)") \(isTyping)"
        }
    }

    private func group() throws -> (TransportFixture, SyncFake) {
        let (world, news) = try world()
        news.add(groupAnswer("2", text(1), state: gardenState), since: "1")
        world.run(.seconds(1))
        return (world, news)
    }

    @Test func `in a group, typing is reported by member`() throws {
        let (world, news) = try group()
        news.add(typing("3", ada, bob, me), since: "2")
        world.run(.seconds(1))
        #expect(groupNotices(world) == ["@ada:test true", "@bob:test true"])
        news.add(typing("4", bob, cyd), since: "3")
        world.run(.seconds(1))
        #expect(groupNotices(world).dropFirst(2) == ["@ada:test false", "@bob:test true", "@cyd:test true"])
        news.add(typing("5"), since: "4")
        world.run(.seconds(20))
        #expect(groupNotices(world).dropFirst(5) == ["@bob:test false", "@cyd:test false"])
    }

    @Test func `a member's typing ends when the user leaves the group`() throws {
        let (world, news) = try group()
        news.add(typing("3", ada, bob), since: "2")
        world.run(.seconds(1))
        news.add(#"{"next_batch":"4","rooms":{"leave":{"\#(room)":{}}}}"#, since: "3")
        world.run(.seconds(20))
        #expect(groupNotices(world).dropFirst(2) == ["@ada:test false", "@bob:test false"])
    }

    @Test func `typing is limited in number and to usable ids`() throws {
        let (world, news) = try group()
        let crowd = (1...100).map { "\"@p\($0):test\"" }.joined(separator: ",")
        let event =
            #"{"type":"m.typing","content":{"user_ids":["","\#(String(repeating: "x", count: 600))",\#(crowd)]}}"#
        news.add(groupAnswer("3", extra: #","ephemeral":{"events":[\#(event)]}"#), since: "2")
        world.run(.seconds(1))
        #expect((8...16).contains(groupNotices(world).count))
        #expect(groupNotices(world).allSatisfy { $0.hasPrefix("@p") })
    }

    @Test func `typing in a chat that becomes a group is by the member`() throws {
        let (world, news) = try world()
        news.add(typing("2", ada), since: "1")
        world.run(.seconds(1))
        #expect(notices(world) == [true])
        news.add(groupAnswer("3", "\(change("$j", of: bob, name: "Bob")),\(text(3, by: bob))"), since: "2")
        world.run(.seconds(5))
        #expect(notices(world) == [true])
        #expect(groupNotices(world).last == "@ada:test true")
    }

    @Test func `the user's typing is sent for some seconds, or ended`() throws {
        let (world, _) = try world()
        try world.result { transport in
            try await transport.setTyping(true, in: room)
            try await transport.setTyping(false, in: room)
        }
        let calls = world.http.calls.filter { $0.path.contains("typing") }
        #expect(calls.map(\.line) == Array(repeating: "PUT v3/rooms/!room:test/typing/@me:test", count: 2))
        #expect(calls[0].body?["typing"]?.bool == true && calls[0].body?["timeout"]?.integer == 6000)
        #expect(calls[1].body?["typing"]?.bool == false)
    }

    @Test func `a new connection begins with nobody typing`() throws {
        let (world, news) = try world()
        news.add(typing("2", ada), since: "1")
        world.run(.seconds(1))
        #expect(notices(world) == [true])
        let answer = world.http.answer
        world.http.answer = { $0.isLongPoll ? .failure(500, "M_UNKNOWN") : try await answer($0) }
        world.run(.seconds(10))
        let before = notices(world).count
        world.http.answer = answer
        try world.start(since: "2")
        world.run(.seconds(20))
        #expect(notices(world).count == before)
    }
}
