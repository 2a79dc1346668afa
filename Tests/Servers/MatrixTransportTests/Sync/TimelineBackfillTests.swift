import ChatTypes
import HTTPClient
import RuntimeKit
import SimulationKit
import Testing

@testable import MatrixTransport

@Suite struct TimelineBackfillTests {
    /// A room with the known text 1, and a server with pages of edits after it.
    private func world(_ page: @escaping @Sendable (_ number: Int) -> HTTPResponse) throws -> (
        TransportFixture, Message
    ) {
        let world = try TransportFixture()
        world.http.answer = { call in
            if call.path.contains("messages") { return page(Int(call.query["from"]?.dropFirst() ?? "") ?? 0) }
            return switch call.query["since"] {
            case nil: .json(answer("1", text(1), state: adasRoomState))
            case "1": .json(answer("2", Self.edit(0), limited: "t0"))
            default: .json(answer("3", text(9)))
            }
        }
        return (world, try world.sync().updates.flatMap(\.messages).first.unwrapped())
    }

    private static func edit(_ number: Int) -> String {
        replacement("$edit\(number)", of: "$1", "new \(number)", at: Int64(9000 - number))
    }

    private static func edits(_ number: Int, end: Bool = false) -> HTTPResponse {
        .json(#"{"chunk":[\#(edit(number + 1))]\#(end ? "" : #","end":"t\#(number + 1)""#)}"#)
    }

    private func pageCount(_ world: TransportFixture) -> Int { world.http.calls.count { $0.path.contains("messages") } }

    /// The next message, behind the missing ones.
    private func next(_ world: TransportFixture) throws -> Message {
        try world.sync(since: "2").updates.flatMap(\.messages).first.unwrapped()
    }

    /// The gap before a message, to which the response's token leads.
    private func opensGap(_ message: Message, behind known: Message) throws -> Bool {
        let before = try message.predecessor.unwrapped()
        return before.position > known.position && HistoryCursor(before.cursor)?.token == "p"
    }

    @Test func `endless changes are read back up to a limit, then open a gap`() throws {
        let (world, one) = try world { Self.edits($0, end: $0 == 40) }
        let update = try world.sync(since: "1").updates.first
        #expect(update?.annotations.last?.kind.text == "new 0" && update?.messages.isEmpty == true)
        #expect(pageCount(world) == 10)
        let call = try world.http.calls.last.unwrapped()
        #expect(call.query["limit"] == "100" && call.request.limits.bodyBytes > MatrixAPI.limits.bodyBytes)
        let nine = try next(world)
        #expect(try opensGap(nine, behind: one))
        // Once the gap is open, later messages are joined to the known ones.
        world.http.answer = { _ in .json(answer("4", text(10))) }
        let ten = try world.sync(since: "3").updates.flatMap(\.messages).first.unwrapped()
        #expect(ten.predecessor?.position == nine.position)
    }

    @Test func `a server that refuses to be read back causes a gap`() throws {
        let (world, one) = try world { _ in .failure(403, "M_FORBIDDEN") }
        _ = try world.sync(since: "1")
        #expect(pageCount(world) == 1)
        #expect(try opensGap(next(world), behind: one))
    }

    @Test(arguments: [(500, "M_UNKNOWN"), (429, "M_LIMIT_EXCEEDED")])
    func `a room that cannot be read back delays no other and gets a gap`(
        status: Int,
        code: String
    ) throws {
        let (world, one) = try world { _ in .failure(status, code) }
        world.http.intercept { call in
            guard call.query["since"] == "1" else { return nil }
            let two = #""!two:test":{"timeline":{"events":[\#(text(2))],"limited":false}}"#
            let timeline = #"{"events":[\#(Self.edit(0))],"limited":true,"prev_batch":"t0"}"#
            return .json(#"{"next_batch":"2","rooms":{"join":{"\#(room)":{"timeline":\#(timeline)},\#(two)}}}"#)
        }
        #expect(try world.sync(since: "1").updates.flatMap(\.messages).map(\.text) == ["text 2"])
        let call = try world.http.calls.last.unwrapped()
        #expect(call.path.contains("messages") && call.request.limits.total <= .seconds(10))
        #expect(try opensGap(next(world), behind: one))
    }

    @Test func `with many rooms to read back, the rest arrives in time`() throws {
        let world = try TransportFixture()
        let rooms = (1...120).map { number in
            let timeline = #"{"events":[\#(Self.edit(number))],"limited":true,"prev_batch":"t0"}"#
            return #""!room\#(number):test":{"timeline":\#(timeline)}"#
        }
        let news = #"{"next_batch":"1","rooms":{"join":{\#(rooms.joined(separator: ","))}}}"#
        world.http.answer = { [executor = world.executor] call in
            guard call.path.contains("messages") else { return .json(call.isSync ? news : "{}") }
            try await executor.clock.sleep(for: .seconds(1))
            return Self.edits(Int(call.query["from"]?.dropFirst() ?? "") ?? 0)
        }
        let time = Stopwatch(clock: world.executor.clock)
        #expect(try world.sync().updates.count == 120)
        #expect(time.now < .seconds(60) && pageCount(world) > 10)
    }

    @Test func `an answer without events leaves the gap`() throws {
        let (world, one) = try world { _ in .json("{}") }
        _ = try world.sync(since: "1")
        #expect(try opensGap(next(world), behind: one))
    }

    @Test func `an empty filtered page is checked with an unfiltered one`() throws {
        let (world, one) = try world { _ in .json("{}") }
        world.http.intercept { call in
            guard call.path.contains("messages") else { return nil }
            if call.query["from"] == "u" { return .json(#"{"chunk":[\#(text(2)),\#(text(1))],"end":"v"}"#) }
            let isFiltered = call.query["filter"]?.contains("types") ?? false
            return .json(isFiltered ? #"{"chunk":[]}"# : #"{"chunk":[\#(member(ada, "Adelaide"))],"end":"u"}"#)
        }
        let update = try world.sync(since: "1").updates.first
        #expect(update?.messages.map(\.text) == ["text 1", "text 2", "joined"])
        #expect(update?.messages.dropLast().last?.predecessor?.position == one.position)
        #expect(update?.chat.contact.name == "Ada", "what they were called then is not what they are called")
    }

    @Test func `an event of a page with the id of one in the response is dropped`() throws {
        let (world, _) = try world { _ in
            let forged = text(3).replacing("$3", with: "$edit0")
            return .json(#"{"chunk":[\#(forged),\#(text(2))],"end":"v"}"#)
        }
        let update = try world.sync(since: "1").updates.first
        #expect(update?.messages.map(\.text) == ["text 2"])
        #expect(update?.annotations.map(\.kind.text) == ["new 0"])
    }

    @Test func `changes that lead back to the beginning hide nothing`() throws {
        let (world, one) = try world { Self.edits($0, end: true) }
        _ = try world.sync(since: "1")
        #expect(try next(world).predecessor?.position == one.position)
    }

    @Test func `a server that repeats its token has nothing before it, so there is no gap`() throws {
        let (world, one) = try world { number in .json(#"{"chunk":[\#(Self.edit(1))],"end":"t\#(number)"}"#) }
        _ = try world.sync(since: "1")
        #expect(pageCount(world) == 1)
        #expect(try next(world).predecessor?.position == one.position)
    }

    @Test func `before the room's creation there is nothing to read back`() throws {
        let (world, _) = try world { Self.edits($0) }
        world.http.intercept { call in
            guard call.query["since"] == "1" else { return nil }
            return .json(answer("2", "\(state("m.room.create", "{}")),\(Self.edit(0))", limited: "t0"))
        }
        _ = try world.sync(since: "1")
        #expect(pageCount(world) == 0)
    }
}
